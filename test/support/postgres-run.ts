import type { TestProject } from "vitest/node";
import { startCluster, withoutPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly postgres: { readonly host: string; readonly port: number; readonly user: string };
  }
}

/** Starts one server for all tests in a run; each journal has its own schema. */
export default function setup(project: TestProject): () => void {
  const why = withoutPostgres();
  if (why !== undefined) throw new Error(`These tests need a server: ${why}`);
  const cluster = startCluster();
  project.provide("postgres", { host: cluster.host, port: cluster.port, user: cluster.user });
  return () => cluster.remove();
}
