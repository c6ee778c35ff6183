import type { Engine, Started } from "../../engines/engine.ts";
import { loadCars } from "./library.ts";

interface Closable {
  close(): Promise<unknown>;
}

/** An engine with the table of the tests, and a library's connection to it. */
export async function withCars<E extends Engine, C extends Closable>(
  starting: Promise<Started<E>>,
  connect: (engine: E) => C | Promise<C>,
): Promise<Started<Omit<C, "close"> & { close(): Promise<void> }>> {
  const started = await starting;
  if (!started.ok) return started;
  const { engine } = started;
  try {
    await loadCars(engine);
    const connection = await connect(engine);
    const close = async (): Promise<void> => {
      await connection.close();
      await engine.close();
    };
    return { ok: true, engine: { ...connection, close } };
  } catch (error) {
    await engine.close();
    throw error;
  }
}
