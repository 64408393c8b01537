import fc from "fast-check";

/** Fixed, so that a commit always gives the same result; SELFBILL_TEST_SEED=NUMBER sets another. */
fc.configureGlobal({ seed: Number(process.env.SELFBILL_TEST_SEED ?? 20_261_123) });
