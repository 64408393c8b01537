import { exitCodes } from "../problem/index.ts";

/** Controls a run whose standard output fails. */
export interface BrokenOutput {
  /**
   * Declares that the command sends or settles a doubt, so that it keeps its exit code even if its output fails. Called once the arguments are
   * parsed.
   */
  sends(): void;
  /** Declares that a signal stopped the run, which then keeps its exit code. */
  stopped(): void;
}

/** Exit codes for failures of a command itself; a closed pipe does not turn them into a success. */
const own: ReadonlySet<number> = new Set([
  exitCodes.internal,
  exitCodes.usage,
  exitCodes.auth,
  exitCodes.refused,
  exitCodes.not_sent,
  exitCodes.local_state,
  exitCodes.declined,
]);

/**
 * Watches standard output from now on. A command that sends keeps its exit code, and standard error says where its result is recorded. For any other
 * command a closed pipe (`| head`) is not a failure, but a full disk is (`local_state`), so that half a result is not mistaken for a whole one.
 * Errors on standard error are ignored.
 */
export function watchOutput(run: NodeJS.Process): BrokenOutput {
  const { stdout, stderr } = run;
  let broken: "closed" | "full" | undefined;
  let sending = false;
  let stopped = false;
  stderr.on("error", () => undefined);
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (broken !== undefined) return;
    broken = error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED" ? "closed" : "full";
    if (sending)
      stderr.write(lost(error, "What was sent is recorded: selfbill history shows it. Do not send it again."));
    else if (broken === "full")
      stderr.write(
        lost(error, "Nothing was sent. Free some space, or write somewhere else, and run the command again."),
      );
  });
  run.once("exit", (code) => {
    if (broken === undefined || sending || stopped) return;
    if (broken === "full") run.exitCode = exitCodes.local_state;
    else if (!own.has(code)) run.exitCode = exitCodes.done;
  });
  return {
    sends: () => {
      sending = true;
    },
    stopped: () => {
      stopped = true;
    },
  };
}

function lost({ message }: Error, hint: string): string {
  return `output-unwritable  The result cannot be written: ${message}.\n      → ${hint}\n`;
}
