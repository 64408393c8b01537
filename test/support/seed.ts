import fc from "fast-check";

/**
 * The seed is fixed, so that a commit always gives the same result; SELFBILL_TEST_SEED=NUMBER sets a different one.
 */
fc.configureGlobal({ seed: Number(process.env.SELFBILL_TEST_SEED ?? 20_261_123) });
