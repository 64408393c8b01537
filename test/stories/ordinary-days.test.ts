import { describe, expect, test } from "vitest";
import { companies, tokens } from "../faults/outside-world.ts";
import { addressOf, ordinaryDays } from "../support/ordinary-days.ts";

describe("a hundred documents in ten days, the computer started again after the fifth", () => {
  test("at a service with the description's six calls nothing is asked", async () => {
    const { play, send, judge, stops } = await ordinaryDays({ sixCalls: true });
    await play(async (papers) => {
      await send(papers.slice(0, 4));
      await send(papers);
    });
    judge();
    expect(stops).toEqual([]);
  });

  test("at a service with lists nothing is asked", async () => {
    const { play, send, judge, stops } = await ordinaryDays();
    await play(async (papers) => {
      await send(papers.slice(0, 4));
      await send(papers);
    });
    judge();
    expect(stops).toEqual([]);
  });

  test("a colleague's journal or a portal that writes to the same account stops nothing", async () => {
    const { play, send, judge, stops, elsewhere } = await ordinaryDays();
    await play(async (papers) => {
      await elsewhere(2);
      await send(papers.slice(0, 6));
      await elsewhere(1);
      await send(papers);
    });
    judge();
    expect(stops).toEqual([]);
  });

  test("an old account is used here for the first time", async () => {
    const { play, send, judge, stops, elsewhere } = await ordinaryDays();
    await elsewhere(120);
    await play(async (papers) => send(papers));
    judge();
    expect(stops).toEqual([]);
  });

  test("the test system first, the real one afterwards, with the same files: one question", async () => {
    const { play, send, judge } = await ordinaryDays();
    const tried: Parameters<typeof send>[0][number][] = [];
    await play(async (papers, day) => {
      if (day <= 2) {
        tried.push(...papers);
        return send(papers, { address: addressOf("test.einvoice.example") });
      }
      if (day === 3) await send(tried.slice(0, 10), {}, "other-service");
      if (day === 3) await send(tried, {}, "other-service");
      return send(papers);
    });
    judge((_, index) => (index < 20 ? 2 : 1));
  });

  test("a new laptop out of a copy of the old one", async () => {
    const { play, send, judge, world, desk } = await ordinaryDays();
    await play(async (papers, day) => {
      if (day === 6) world.keep(desk, ["config", "data"], "copy");
      const laptop = world.home("laptop", false);
      if (day === 6) world.putBack(laptop, ["config", "data"], "copy", false);
      await send(papers, { home: day < 6 ? desk : laptop }, "accept");
    });
    judge();
  });

  test("two profiles of one company, and another one of its account, share a journal", async () => {
    const { play, send, judge, stops } = await ordinaryDays();
    await play(async (papers) => {
      await send(papers.slice(0, 3));
      await send(papers.slice(3, 6), { businessProfile: companies.co1.toLowerCase() });
      await send(papers.slice(6), { company: "co2" });
      await send(papers.slice(0, 6));
    });
    judge();
    expect(stops).toEqual([]);
  });

  test("the service's address is another one from the sixth day on: one question", async () => {
    const { play, send, judge } = await ordinaryDays();
    let yesterday: Parameters<typeof send>[0] = [];
    await play(async (papers, day) => {
      const how = day < 6 ? {} : { address: addressOf("api.einvoice.example") };
      await send([...yesterday.slice(5), ...papers], how, "same-service");
      yesterday = papers;
    });
    judge();
  });

  test("a token that is renewed every hour", async () => {
    const { play, send, judge, stops, world } = await ordinaryDays();
    let hours = 0;
    await play(async (papers) => {
      for (let at = 0; at < papers.length; at += 2) {
        hours += 1;
        world.service("real").renew(companies.co1, `${tokens.usual}-${hours}`);
        await send(papers.slice(at, at + 2), { token: `${tokens.usual}-${hours}` });
        world.clock.move(3_600_000);
      }
    });
    judge();
    expect(stops).toEqual([]);
  });

  test("a folder of its own for each project", async () => {
    const { play, send, judge, stops, world } = await ordinaryDays();
    const projects = ["villas", "towers"].map((name) => ({
      SELFBILL_HOME: world.home(name, false).folder,
      SELFBILL_BUSINESS_PROFILE_ID: companies.co1,
    }));
    await play(async (papers, day) => {
      const more = projects[day % 2];
      await send(papers, more && { more });
    });
    judge();
    expect(stops).toEqual([]);
  });
});
