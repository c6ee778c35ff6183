import type { Pg, PgClient } from "./pg.ts";
import { clientOf, type PostgresAddress } from "./postgres-address.ts";

/**
 * Returns a function that cancels the running statement of a client, over another connection. It resolves once the
 * server has forwarded the request.
 */
export function cancelBy(pg: Pg, address: PostgresAddress): (client: PgClient) => Promise<void> {
  return ({ processID, secretKey, host, port, ssl }) =>
    new Promise((resolve, reject) => {
      if (processID === null || secretKey === null) {
        resolve();
        return;
      }
      const { connection } = clientOf(pg, address);
      const send = (): void => connection.cancel(processID, secretKey);
      connection.on("connect", () => {
        if (ssl === false) send();
        else connection.requestSsl();
      });
      connection.on("sslconnect", send);
      connection.on("error", reject);
      connection.on("end", resolve);
      if (host.startsWith("/")) connection.connect(`${host}/.s.PGSQL.${port}`);
      else connection.connect(port, host);
    });
}
