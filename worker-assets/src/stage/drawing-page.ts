import { randomUUID } from 'node:crypto';
import type { StageDrawRequest, StageDrawResult } from '@diorama/shared/domain/stage-protocol.ts';
import { assetReferences } from '@diorama/shared/scene/asset-references.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import type { Browser, Page } from 'playwright-core';
import { StageError } from './stage-error.ts';
import {
  callStage,
  openStagePage,
  type PageFile,
  type PageFiles,
  type PageHome,
  pageFileUrl,
  sizeOfPageFile,
} from './stage-page.ts';

/** Jobs after which the page is closed, as it keeps its drawn models. */
const MAX_JOBS = 40;
const MAX_BYTES = 150_000_000;

type OpenPage = { page: Page; browser: Browser; files: Map<string, PageFile>; jobs: number; bytes: number };

/** A drawing request, with its files by iri. */
type Drawing = { request: Omit<StageDrawRequest, 'assets'>; assets: PageFiles };

/**
 * The page that draws. Unlike pages for foreign files it is kept between jobs.
 * Without a graphics card the first picture of a page takes seconds for its shaders and filtered light, every
 * further one a few milliseconds.
 * Its input has passed the validator, and each job's assets have names that no other job can know.
 */
export class DrawingPage {
  readonly #home: PageHome;
  #open: OpenPage | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(home: PageHome) {
    this.#home = home;
  }

  /** Whether a page is open whose first picture is drawn or in progress. */
  get isOpen(): boolean {
    return this.#open?.browser.isConnected() ?? false;
  }

  /** Draws after the previous drawings and calls `begin` at its start. A failed page is not used again. */
  draw(browser: Browser, { begin, ...drawing }: Drawing & { begin: () => void }): Promise<StageDrawResult> {
    const drawn = this.#queue.then(() => {
      if (!browser.isConnected()) {
        // The waiting job has continued with another browser.
        throw new StageError('The browser ended before the turn of a drawing');
      }
      begin();
      return this.#draw(browser, drawing);
    });
    this.#queue = drawn.catch(() => undefined);
    return drawn;
  }

  async #draw(browser: Browser, { request, assets }: Drawing): Promise<StageDrawResult> {
    const open = await this.#ensure(browser);
    const aliases = new Map<string, string>();
    const document = renameAssets(request.document, aliases);
    const addresses: Record<string, string> = {};
    for (const [iri, file] of assets) {
      const alias = aliases.get(iri);
      if (alias !== undefined) {
        open.files.set(alias, file);
        open.bytes += await sizeOfPageFile(file);
        addresses[alias] = pageFileUrl(alias);
      }
    }
    try {
      const result = await callStage(open.page, 'draw', { ...request, document, assets: addresses });
      open.jobs += 1;
      if (open.jobs >= MAX_JOBS || open.bytes >= MAX_BYTES) {
        await this.#close();
      }
      const failed = new Set(result.failures);
      return {
        ...result,
        failures: [...aliases].filter(([, alias]) => failed.has(alias)).map(([iri]) => iri),
      };
    } catch (error) {
      await this.#close();
      throw error;
    } finally {
      open.files.clear();
    }
  }

  async #ensure(browser: Browser): Promise<OpenPage> {
    if (this.#open?.browser === browser && !this.#open.page.isClosed()) {
      return this.#open;
    }
    const files = new Map<string, PageFile>();
    const page = await openStagePage(browser, this.#home, files);
    this.#open = { page, browser, files, jobs: 0, bytes: 0 };
    return this.#open;
  }

  async #close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    // The browser may be gone already, and the page with it.
    await open?.page
      .context()
      .close()
      .catch(() => undefined);
  }
}

/**
 * Renames every asset of a document, recorded in `aliases`: the page's cached assets of one job can then
 * never appear in another, whose owner may not see them.
 */
function renameAssets(document: SceneDocument, aliases: Map<string, string>): SceneDocument {
  for (const iri of assetReferences(document)) {
    aliases.set(iri, `/api/assets/${randomUUID()}`);
  }
  return JSON.parse(JSON.stringify(document), (_, value) => aliases.get(value) ?? value);
}
