export function runEveryday(
  run: (command: {
    readonly name: string;
    readonly words: readonly string[];
    readonly env: NodeJS.ProcessEnv;
    readonly isMain: boolean;
    readonly code: number;
  }) => void,
): Promise<void>;
