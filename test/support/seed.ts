import fc from "fast-check";

/** One commit, one result: what drawn tests draw follows from this number. Another one is tried with SELFBILL_TEST_SEED=NUMBER. */
fc.configureGlobal({ seed: Number(process.env.SELFBILL_TEST_SEED ?? 20_261_123) });
