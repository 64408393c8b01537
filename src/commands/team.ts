import type { Desk } from "../desk/index.ts";
import { admitOnServer, canChangeTeam, revokeOnServer } from "../journal/admin.ts";
import type { ServerAddress } from "../journal/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import { serverJournal } from "./answer/journal-head.ts";
import { stoppedBy, succeeded } from "./answer/stopped-by.ts";
import { defineCommand, flag, type Input } from "./command.ts";
import { serverOf, whoIn } from "./journal/places.ts";
import { memberShape, membersReport } from "./team/members-report.ts";

const options = {
  yes: flag("--yes", "revoke, admit: without asking"),
} as const;

type TeamInput = Input<typeof options>;

interface Wish {
  readonly action: "list" | "revoke" | "admit";
  readonly user: string;
  readonly given: TeamInput["options"];
}

export const team = defineCommand({
  words: "team <list|revoke|admit> [user]",
  summary: "who shares a journal on a server, with which rights; take somebody out",
  help: `list shows each user of the database with a role of the journal, or who had one: role, rights by business profile, and when they were last
here. Rights come with the policy: selfbill help approvals.

revoke USER, by the owner of the tables, takes somebody out at once, in one transaction, and records it: their requests that were not sent end,
approvals of theirs that were not used no longer count, nor delegations by or to them, the server records nothing more of them, and they lose the roles of the journal. The
result of a document that is on its way is still recorded. admit USER takes them in again; what ended stays ended.`,
  group: "For administrators",
  practice: "refused",
  facts: { journal: "used", oneDocument: false, sends: false, asksService: false },
  answers: ({ answer, approvals, listOf, yes }) => [
    answer({ rights_in_force: yes, members: listOf(memberShape.schema) }),
    approvals.revoked,
    approvals.admitted,
  ],
  options,
  examples: [
    { type: "selfbill team list", does: "who is there, with roles and rights" },
    {
      type: "selfbill team revoke amina --journal postgres://books_owner@db.example/books",
      does: "takes amina out, with all that waits of her",
    },
  ],
  input([action, user], given): Result<Wish> {
    if (action === "list" && user === undefined) return ok({ action, user: "", given });
    if ((action === "revoke" || action === "admit") && user !== undefined) return ok({ action, user, given });
    const known = action === "list" || action === "revoke" || action === "admit";
    const message = known
      ? `team ${action} takes ${action === "list" ? "no user" : "one user of the database"}.`
      : `Unknown action ${JSON.stringify(action ?? "")} for team.`;
    return fail(problem("bad-usage", message, "Type selfbill team list, or selfbill team revoke USER."));
  },
  async run({ action, user, given }, desk): Promise<Report> {
    if (action === "list") return list(desk);
    const place = await desk.journalPlace();
    if (!place.ok) return stoppedBy(place.problems);
    const server = await serverOf(place.value, desk);
    if (!server.ok) return stoppedBy(server.problems);
    if (server.value === undefined) return stoppedBy([noTeam()]);
    const can = await canChangeTeam(server.value, { user, action });
    if (!can.ok) return stoppedBy(can.problems);
    const refused = given.yes ? undefined : await notAgreed(action, user, desk);
    if (refused) return stoppedBy([refused]);
    return action === "revoke" ? revoke(user, server.value, desk) : admit(user, server.value, desk);
  },
});

async function list(desk: Desk): Promise<Report> {
  const journal = await serverJournal(desk);
  if (!journal.ok) return stoppedBy(journal.problems);
  if (journal.value === undefined) return stoppedBy([noTeam()]);
  const { team: book } = journal.value.policies;
  const [members, rights] = [await book.members(), await book.rights()];
  if (!members.ok) return stoppedBy(members.problems);
  return rights.ok ? membersReport(members.value, rights.value.length > 0) : stoppedBy(rights.problems);
}

async function revoke(user: string, address: ServerAddress, desk: Desk): Promise<Report> {
  const done = await revokeOnServer(address, { user, ...whoIn(desk) });
  if (!done.ok) return stoppedBy(done.problems);
  const { requests, approvals, delegations, open, keepsRole } = done.value;
  const documents = open === 1 ? "1 document" : `${open} documents`;
  const facts: [string, string][] = [
    ["User", `${user} is out of the team: the server records nothing more of them`],
    [
      "Requests",
      requests.length === 0 ? "none waited" : `${requests.length} ended; others request their documents anew`,
    ],
    ["Approvals", approvals.length === 0 ? "none was unused" : `of ${approvals.length} requests no longer count`],
    ...(delegations.length === 0
      ? []
      : [["Delegations", `${delegations.length} by or to them ended`] satisfies [string, string]]),
    [
      "Under way",
      open === 0 ? "nothing" : `${documents} sent by them without a result yet: ${suggest`resolve --check`}`,
    ],
    ["Roles", keepsRole ? "still there: see below" : "taken away, in every journal of this server"],
  ];
  const data = { revoked: { user, requests, approvals, delegations, without_result: open, keeps_role: keepsRole } };
  return succeeded({ view: "facts", facts, data }, false, keepsRole ? [roleLeft(user)] : []);
}

async function admit(user: string, address: ServerAddress, desk: Desk): Promise<Report> {
  const done = await admitOnServer(address, { user, ...whoIn(desk) });
  if (!done.ok) return stoppedBy(done.problems);
  const { canSignIn, canSend } = done.value;
  const facts: [string, string][] = [
    ["User", `${user} is in the team again`],
    ...(canSignIn ? [] : ([["Sign-in", `needs LOGIN: ALTER ROLE "${user}" LOGIN;`]] as [string, string][])),
    [
      "Role",
      canSend ? "has the role selfbill_writer" : `needs the role selfbill_writer: GRANT selfbill_writer TO "${user}";`,
    ],
  ];
  return succeeded({ view: "facts", facts, data: { admitted: { user } } });
}

async function notAgreed(action: string, user: string, desk: Desk): Promise<Problem | undefined> {
  if (!desk.ask.possible) {
    const message = "Nothing was changed: confirmation is required, but this is not an interactive terminal.";
    return problem("needs-answer", message, "Add --yes.");
  }
  const question =
    action === "revoke"
      ? `Take ${user} out of the team, and end all that waits of them?`
      : `Take ${user} into the team again?`;
  const agreed = await desk.ask.confirm(question);
  if (!agreed.ok) return agreed.problems[0];
  return agreed.value ? undefined : problem("declined", "Nothing was changed.", "Run it again when you are ready.");
}

/** Warns that the database user still has a role of the journal and can read it. */
function roleLeft(user: string): Problem {
  const message = `The database user ${user} still has a role of the journal and can read it: its owner may not take the role away.`;
  const hint = `Whoever runs the server types: REVOKE selfbill_writer, selfbill_reader, selfbill_owner FROM "${user}"; ALTER ROLE "${user}" NOLOGIN;`;
  return problem("role-left", message, hint, { severity: "warning" });
}

function noTeam(): Problem {
  const message = "This journal is in a file, which knows no users: there is no team.";
  return problem("bad-usage", message, "Name a journal on a server: --journal postgres://USER@HOST/DATABASE");
}
