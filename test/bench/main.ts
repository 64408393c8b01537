import { benchCheck } from "./check.ts";

benchCheck();
