import type { Problem } from "../../problem/index.ts";
import { type CreateAnswer, type ReadAnswer, relayedService, type Service } from "../../send/index.ts";
import type { Tokens } from "./tokens.ts";

/** Code and message of a refusal caused only by the token. */
const tokenEnded = { code: "401", message: "the token had ended" };

/** If true, the document may be sent again with another token. */
export function wasTokenEnded(problems: readonly Problem[]): boolean {
  return problems.some(({ cause }) => cause === tokenEnded);
}

/**
 * Renews the token between calls, never during one. Repeats a read once after 401. Never repeats a create request: the
 * caller records the refusal and decides whether to retry.
 */
export function renewingService(open: (token: string) => Service, tokens: Tokens): Service {
  async function reading(call: (service: Service) => Promise<ReadAnswer<unknown>>): Promise<ReadAnswer<unknown>> {
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
  const creating = async (call: (service: Service) => Promise<CreateAnswer>): Promise<CreateAnswer> => {
    const token = await tokens.token();
    if (!token.ok) return { verdict: "not-sent", rate: {}, problems: [unsent(token.problems[0])] };
    const answer = await call(open(token.value));
    if (answer.verdict !== "refused" || answer.status !== 401) return answer;
    tokens.refuse(token.value);
    const [first, ...more] = answer.problems;
    return { ...answer, problems: [{ ...first, cause: tokenEnded }, ...more] };
  };
  return relayedService(reading, creating, {
    withVersion: (version) => renewingService((token) => open(token).withVersion(version), tokens),
    polling: () => renewingService((token) => open(token).polling(), tokens),
    unasked: (signal) => renewingService((token) => open(token).unasked(signal), tokens),
  });
}

/** Reports that the document was waiting for a token; nothing was sent. */
function unsent(why: Problem): Problem {
  return { ...why, message: `Nothing was sent: there is no new token. ${why.message}` };
}
