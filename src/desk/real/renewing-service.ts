import type { Problem } from "../../problem/index.ts";
import type { Service } from "../../send/index.ts";
import type { Tokens } from "./tokens.ts";

/** How a document's refusal is known whose cause was the token alone. */
const tokenEnded = { code: "401", message: "the token had ended" };

/** Whether a refusal was of the token, so that the document may be tried once more with another one. */
export function wasTokenEnded(problems: readonly Problem[]): boolean {
  return problems.some(({ cause }) => cause === tokenEnded);
}

/**
 * A service whose token is renewed between two calls, never inside of one. A read that is answered 401 is made once more with a new token.
 * A create never is: its refusal goes back to whoever records it, and a new attempt is theirs to begin.
 */
export function renewingService(open: (token: string) => Service, tokens: Tokens): Service {
  async function reading<A extends { readonly ok: boolean; readonly status?: number | undefined }>(
    call: (service: Service) => Promise<A>,
  ): Promise<A | { ok: false; problems: readonly [Problem, ...Problem[]]; rate: object }> {
    const token = await tokens.token();
    if (!token.ok) return { ok: false, problems: token.problems, rate: {} };
    const answer = await call(open(token.value));
    if (answer.ok || answer.status !== 401) return answer;
    tokens.refuse(token.value);
    const renewed = await tokens.token();
    if (!renewed.ok) return { ok: false, problems: renewed.problems, rate: {} };
    const second = await call(open(renewed.value));
    if (!second.ok && second.status === 401) tokens.refuse(renewed.value);
    return second;
  }
  const creating = async (call: (service: Service) => ReturnType<Service["create"]>): ReturnType<Service["create"]> => {
    const token = await tokens.token();
    if (!token.ok) return { verdict: "not-sent", rate: {}, problems: [unsent(token.problems[0])] };
    const answer = await call(open(token.value));
    if (answer.verdict !== "refused" || answer.status !== 401) return answer;
    tokens.refuse(token.value);
    const [first, ...more] = answer.problems;
    return { ...answer, problems: [{ ...first, cause: tokenEnded }, ...more] };
  };
  return {
    create: (...asked) => creating((service) => service.create(...asked)),
    resubmit: (...asked) => creating((service) => service.resubmit(...asked)),
    status: (...asked) => reading((service) => service.status(...asked)),
    logs: (...asked) => reading((service) => service.logs(...asked)),
    attachment: (...asked) => reading((service) => service.attachment(...asked)),
    xml: (...asked) => reading((service) => service.xml(...asked)),
    document: (...asked) => reading((service) => service.document(...asked)),
    list: (...asked) => reading((service) => service.list(...asked)),
    shownList: (...asked) => reading((service) => service.shownList(...asked)),
    idsCreated: (...asked) => reading((service) => service.idsCreated(...asked)),
    businessProfile: (...asked) => reading((service) => service.businessProfile(...asked)),
    withVersion: (version) => renewingService((token) => open(token).withVersion(version), tokens),
    polling: () => renewingService((token) => open(token).polling(), tokens),
  };
}

/** A document waits for a token: nothing of it left this computer. */
function unsent(why: Problem): Problem {
  return { ...why, message: `Nothing was sent: there is no new token. ${why.message}` };
}
