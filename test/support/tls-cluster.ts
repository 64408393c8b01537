import { chownSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { type Identity, makeIdentity } from "./certificate.ts";
import { type Cluster, startCluster } from "./postgres.ts";
import { temporaryFolder } from "./run-selfbill.ts";

/** A name for this computer that is treated as remote, so that the server's certificate must contain it. */
export const tlsHost = "LOCALHOST";

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Starts a server with this TLS certificate, and writes the CA file into the folder. */
export async function clusterWithTls(
  { key, cert }: Identity = makeIdentity([tlsHost.toLowerCase()]),
  folder: string = temporaryFolder(),
): Promise<{ server: Cluster; authority: string }> {
  const authority = join(folder, "ca.pem");
  writeFileSync(authority, cert);
  const prepare = (data: string): void => {
    const { uid, gid } = statSync(data);
    for (const [name, text] of Object.entries({ "server.crt": cert, "server.key": key })) {
      writeFileSync(join(data, name), text, { mode: 0o600 });
      chownSync(join(data, name), uid, gid);
    }
  };
  return { server: startCluster({ tcp: await freePort(), settings: ["ssl=on"], prepare }), authority };
}
