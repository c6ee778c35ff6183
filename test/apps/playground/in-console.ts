import { openPage } from "../../harness/browser.ts";
import {
  carStore,
  type Served,
  type ServeOptions,
  serve,
  someCars,
} from "../service/harness/serve.ts";
import { FormulaPage } from "./formula-page.ts";

export const CARS = someCars(1_000, 5);

export async function serveCars(options: Partial<ServeOptions> = {}): Promise<Served> {
  return serve({
    collections: { cars: { store: await carStore(CARS) } },
    console: true,
    ...options,
  });
}

/** The console of a service, used as a person uses it. */
export class Console extends FormulaPage {
  /** Gives the page a key. */
  async enter(token: string): Promise<void> {
    await this.page.getByLabel("Key").fill(token);
    await this.press("Enter");
  }

  /** Waits until all cars are shown. */
  async showsCars(): Promise<void> {
    await this.showsCount(/^1,000 records/);
  }
}

/** Opens the console of a service, with its key, and waits until it shows records. */
export async function openConsole({ url, token }: Served): Promise<Console> {
  const { page } = await openPage(`${url}/`);
  const opened = new Console(page);
  await opened.enter(token);
  await opened.rows.first().waitFor();
  return opened;
}
