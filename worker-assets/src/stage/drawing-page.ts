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

/** Jobs per page: it caches the models of its jobs until it is closed. */
const MAX_JOBS = 40;
const MAX_BYTES = 150_000_000;

type OpenPage = { page: Page; browser: Browser; files: Map<string, PageFile>; jobs: number; bytes: number };

/** A drawing request with its files by IRI. */
type Drawing = { request: Omit<StageDrawRequest, 'assets'>; assets: PageFiles };

/**
 * The page that draws. It is kept between jobs, unlike pages that open untrusted files: without a GPU the
 * first picture takes seconds for shaders and environment maps, later ones a few milliseconds. It draws only
 * validated files, and each job's assets have names that no other job knows.
 */
export class DrawingPage {
  readonly #home: PageHome;
  #open: OpenPage | null = null;

  constructor(home: PageHome) {
    this.#home = home;
  }

  /** Whether a page is open and its first picture is drawn or in progress. */
  get isOpen(): boolean {
    return this.#open?.browser.isConnected() ?? false;
  }

  /**
   * Draws; one drawing at a time. A failed page is not reused.
   * @throws {@link StageError} when the browser has no WebGL.
   */
  async draw(browser: Browser, { request, assets }: Drawing): Promise<StageDrawResult> {
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
      if (result.renderer === '') {
        throw new StageError('The browser has no renderer');
      }
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
    // The browser and its page may already be closed.
    await open?.page
      .context()
      .close()
      .catch(() => undefined);
  }
}

/**
 * Renames the assets of a document and records the new names in `aliases`. Cached assets of one job can then
 * never appear in a job of another user.
 */
function renameAssets(document: SceneDocument, aliases: Map<string, string>): SceneDocument {
  for (const iri of assetReferences(document)) {
    aliases.set(iri, `/api/assets/${randomUUID()}`);
  }
  return JSON.parse(JSON.stringify(document), (_, value) => aliases.get(value) ?? value);
}
