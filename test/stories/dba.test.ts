import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSandbox } from "../../src/sandbox/index.ts";
import { leavesOut } from "../support/left-out.ts";
import { withoutPostgres } from "../support/postgres.ts";
import { temporaryFolder, top } from "../support/run-selfbill.ts";
import { clusterWithTls, tlsHost } from "../support/tls-cluster.ts";

const page = readFileSync(join(top, "src/manual/dba.md"), "utf8");

/** The commands in the steps of the page, in order. */
const [, between = ""] = /<!-- steps -->([\s\S]*?)<!-- \/steps -->/.exec(page) ?? [];
const steps = [...between.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = ""]) => text.replace(/^ {3}/gm, ""));

test.skipIf(leavesOut(withoutPostgres()))(
  "the steps of the page for the DBA lead from nothing to the first clerk's first document, in at most eight",
  async () => {
    expect(steps.length).toBeLessThanOrEqual(8);
    expect([...between.matchAll(/^\d\. /gm)]).toHaveLength(steps.length);
    const { server, authority } = await clusterWithTls();
    onTestFinished(() => server.remove());
    const folder = temporaryFolder();
    copyFileSync(authority, join(folder, "ca.pem"));
    const opened = await openSandbox({ folder: join(folder, "sandbox"), rate: 0 });
    if (!opened.ok) throw new Error(opened.problems[0].message);
    const { baseUrl, businessProfileId, token } = opened.value;
    // The same commands, adapted to this server; prompts are answered from standard input.
    const here: readonly (readonly [string, string])[] = [
      ["@db.example/", `@${tlsHost}:${server.port}/`],
      ["/path/pg_hba.conf", join(server.host, "data", "pg_hba.conf")],
      ["-h db.example -U postgres", `-h ${server.host} -p ${server.port} -U ${server.user}`],
      ["'\\password amina'", `"ALTER ROLE amina PASSWORD 'open sesame'"`],
      ["https://einvoice.example", baseUrl],
      ["BP-7Q2M4X9KTD", businessProfileId],
      ["selfbill login", "selfbill login --with-token --insecure-storage < token"],
      ["selfbill journal login", "selfbill journal login --with-password --insecure-storage < password"],
    ];
    writeFileSync(join(folder, "token"), token);
    writeFileSync(join(folder, "password"), "open sesame\n");
    mkdirSync(join(folder, "home"));
    const met = new Set<string>();
    const type = async (text: string) => {
      let typed = text;
      for (const [from, to] of here)
        if (text.includes(from)) {
          met.add(from);
          typed = typed.replaceAll(from, to);
        }
      const program = `selfbill() { "${process.execPath}" "${top}bin/selfbill.cjs" "$@"; }`;
      const env = { PATH: process.env.PATH, HOME: join(folder, "home"), NO_COLOR: "1" };
      const words = ["-c", `set -e\nexec 2>&1\n${program}\n${typed}`];
      const [status, stdout] = await new Promise<[number | string, string]>((ended) =>
        execFile("sh", words, { cwd: folder, env, encoding: "utf8" }, (error, told) => ended([error?.code ?? 0, told])),
      );
      return { typed, status, stdout };
    };
    for (const step of steps) expect(await type(step)).toMatchObject({ status: 0 });
    expect([...met]).toHaveLength(here.length);
    const sent = await type(`selfbill create-invoice ${join(top, "templates/standard-invoice.yaml")} --yes`);
    expect([sent.status, sent.stdout]).toEqual([
      0,
      expect.stringContaining("✓ The document was sent to the sandbox on this computer as SBX-INV-000001;"),
    ]);
    const [, view = ""] = /`(SELECT \* FROM selfbill\.health)`/.exec(page) ?? [];
    server.sql("CREATE ROLE watch LOGIN IN ROLE pg_monitor");
    const columns = [...page.matchAll(/^\| (`\w+`(?:, `\w+`)?) \|/gm)].flatMap(
      ([, names = ""]) => names.match(/\w+/g) ?? [],
    );
    const row = server.sql(`SET SESSION AUTHORIZATION watch; SELECT row_to_json(h) FROM (${view}) h`, "books");
    expect(Object.keys(JSON.parse(row))).toEqual(columns.filter((name) => !/selfbill_|books_|pg_/.test(name)));
  },
  120_000,
);
