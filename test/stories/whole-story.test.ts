import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { leavesOut } from "../support/left-out.ts";
import { startCluster, withoutPostgres } from "../support/postgres.ts";
import { temporaryFolder, top } from "../support/run-selfbill.ts";

/** Pastes the marked commands of a manual page into a shell; returns its output. */
function pasted(page: string, mark: string, more: Readonly<Record<string, string>> = {}): string {
  const text = readFileSync(join(top, `src/manual/${page}.md`), "utf8");
  const [, story = ""] = new RegExp(`<!-- ${mark} -->\\n\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(text) ?? [];
  const env = { ...process.env, ...more, TMPDIR: temporaryFolder(), NO_COLOR: "1" };
  const words = ["-c", `set -e\nexec 2>&1\n${story}`];
  return execFileSync("sh", words, { cwd: top, env, encoding: "utf8", timeout: 110_000 });
}

test.skipIf(process.platform === "win32")("the guided tour works when it is pasted into a shell", () => {
  const told = pasted("tour", "story");
  const moments = [
    /Payable\t12831\.00/,
    /✓ The document was sent to the sandbox on this computer as SBX-INV-000001;/,
    /SBX-INV-000001\t.*\tAPPROVED/,
    /SBX-INV-000001\t.*\taccepted\t/,
    /✓ The document was sent to the sandbox on this computer as SBX-CN-000002;/,
    /SBX-CN-000002\t.*\tAPPROVED/,
    /Counted\t1\t1\t11220\.00\t561\.00/,
    /Annex to the VAT return/,
    /Nothing is due\./,
    /complete and checked/,
  ];
  followed(told, moments);
});

test.skipIf(process.platform === "win32")("a rejected invoice: the story works when it is pasted into a shell", () => {
  followed(pasted("mistakes", "rejected"), [
    /✓ The document was sent to the sandbox on this computer as SBX-INV-000001;/,
    /SBX-INV-000001\t.*\tREJECTED/,
    /exit code 26\n/,
    /rejected\tSBX-INV-000001\t/,
    /exit code 26\n/,
    /Written to\t/,
    /✓ The document was sent to the sandbox on this computer as SBX-INV-000002;/,
    /SBX-INV-000002\t.*\tAPPROVED/,
    /State\trejected[\s\S]*Replaced by\tSBX-INV-000002 \(delivered over Peppol\)[\s\S]*Open\tnothing/,
  ]);
});

test.skipIf(process.platform === "win32")("a failed validation: the story works when it is pasted into a shell", () => {
  followed(pasted("mistakes", "failed"), [
    /IBR-142-AE[\s\S]*not valid and was not sent\./,
    /exit code 20\n/,
    /✓ The document was sent to the sandbox on this computer as SBX-INV-000001;/,
    /SBX-INV-000001\t.*\tVALIDATION_FAILED/,
    /exit code 26\n/,
    /SBX-INV-000001\t.*\tAPPROVED/,
  ]);
});

test.skipIf(process.platform === "win32")("approved and wrong: the story works when it is pasted into a shell", () => {
  followed(pasted("mistakes", "wrong"), [
    /SBX-INV-000001\t.*\tAPPROVED/,
    /Credit note\t[\s\S]*Corrected copy\t/,
    /correction\tSBX-INV-000001\t/,
    /SBX-CN-000002[\s\S]*?SBX-INV-000003/,
    /Left\t0\.00 AED[\s\S]*Replaced by\tSBX-INV-000003[\s\S]*Open\tnothing/,
    /✓ The document was sent to the sandbox on this computer as SBX-INV-000004;/,
    /✓ The document was sent to the sandbox on this computer as SBX-CN-000005;/,
  ]);
});

test.skipIf(leavesOut(withoutPostgres()))(
  "the story of a team with one journal on a server works when it is pasted into a shell",
  () => {
    const cluster = startCluster();
    try {
      const told = pasted("approvals", "team", { SERVER: `/postgres?host=${cluster.host}`, OWNER: cluster.user });
      const moments = [
        /Saved[\s\S]*?Journal\tpostgres:\/\/aisha@[\s\S]*?Journal\tpostgres:\/\/omar@/,
        /only the database role selfbill_owner may set it[\s\S]*?exit code 20\n/,
        /in force from now on/,
        /approval-missing/,
        /Nothing was sent\. It waits in the journal/,
        /you approve\t[0-9a-f]{12}\tSB-2026-0001\t[\s\S]*?waits for Omar/,
        /Nothing was approved: the database user aisha requested this and cannot approve it[\s\S]*?exit code 2\n/,
        /Requested by Aisha on [\s\S]*?approved\tthe journal/,
        /refused by Omar on [^\n]*: ten times the price[\s\S]*?approved by Omar: it can be sent/,
        /approval-invalid[\s\S]*?Omar rejected the request\. Reason: “ten times the price”[\s\S]*?exit code 2\n/,
        /✓ The document was sent to the sandbox on this computer as SB-2026-0001;/,
        /already exists, as SB-2026-0001/,
        /"name": "Aisha"[\s\S]*?"name": "Omar"/,
        /database user aisha, without a key[\s\S]*?in force from now on/,
        /It waits in the journal[\s\S]*?you approve\t[0-9a-f]{12}\tSB-2026-0003/,
        /✓ The document was sent to the sandbox on this computer as SB-2026-0003;/,
        /Approvals\t1 with a signature; without one, by the user whom the server noted: omar \(1\)/,
      ];
      followed(told, moments);
    } finally {
      cluster.remove();
    }
  },
);

test.skipIf(process.platform === "win32")("the story of four eyes works when it is pasted into a shell", () => {
  const told = pasted("approvals", "approvals");
  const moments = [
    /in force from now on/,
    /approval-missing[\s\S]*?exit code 2\n/,
    /Nothing was sent\. Hand \S+request-/,
    /Aisha may not approve[\s\S]*?exit code 2\n/,
    /Requested by Aisha on [\s\S]*?approved\t\S*approval-\S+-omar\.json/,
    /approval-missing[\s\S]*?exactly this content[\s\S]*?exit code 2\n/,
    /policy-missing {2}Nothing was sent: this journal has no approval policy, and number 1 was in force[\s\S]*?exit code 27\n/,
    /✓ The document was sent to the sandbox on this computer as SBX-INV-000001;/,
    /already exists, as SBX-INV-000001/,
    /"name": "Aisha"[\s\S]*?"name": "Omar"/,
  ];
  followed(told, moments);
});

/** Checks that every step of the story appears in the output, in order. */
function followed(told: string, moments: readonly RegExp[]): void {
  let rest = told;
  for (const moment of moments) {
    const found = moment.exec(rest);
    const at = told.length - rest.length;
    expect(found, `${moment} after: …${told.slice(Math.max(0, at - 200), at)}`).not.toBeNull();
    rest = rest.slice((found?.index ?? 0) + (found?.[0].length ?? 0));
  }
}
