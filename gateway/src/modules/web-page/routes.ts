import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { webPageRoutes } from '@diorama/shared/contract/web-page.ts';
import { formatOfMediaType } from '@diorama/shared/domain/formats.ts';
import { escapeHtml } from '@diorama/shared/emails/frame.ts';
import { PLANS } from '@diorama/shared/plans.ts';
import { type AssetFiles, listAssetFiles } from '@diorama/shared/server/assets/assets.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { findObjects } from '@diorama/shared/server/objects/objects.queries.ts';
import { type SizedZipEntry, zipLength, zipStream } from '@diorama/shared/server/objects/zip-stream.ts';
import { findOutput } from '@diorama/shared/server/scenes/outputs.queries.ts';
import { findSharedSceneRow } from '@diorama/shared/server/scenes/public-scenes.queries.ts';
import { deferredJson, jsonParts } from '../../contract/deferred-json.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import { type Urls, WORKSPACE_KEY_VERSION } from '../../web/urls.ts';
import { fileNameOf } from '../compositions/serializer.ts';
import { countDownload, encodeName } from '../files/download.ts';
import { getSharedScene, type SharedScene } from '../public/shared-scene.ts';

/** Folder of the page's code in the build of the pages. */
const BUILT = 'standalone';
const SCENE_FRAME = /<div class="static-frame[^>]* data-frame="scene"[^>]*>/;

/** A published scene as a page for any web server. */
export function webPageHandlers(deps: Deps & { urls: Urls }): HandlersOf<typeof webPageRoutes> {
  return {
    downloadWebPage: async ({ params: { id }, query }, { ctx, ip }) => {
      const signed = { object: webPageSubject(id), keyVersion: WORKSPACE_KEY_VERSION, signature: query.s };
      const page = deps.signer.verify(signed) ? await findWebPage(deps, id, ip) : null;
      if (page === null) {
        throw new CodedError('auth.link-expired');
      }
      const files = await webPageFiles(deps, page);
      countDownload(deps, ctx);
      ctx.set({
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeName(`${fileNameOf(page.name)}-web.zip`)}`,
        'Cache-Control': 'private, no-store',
        'Referrer-Policy': 'no-referrer',
      });
      ctx.type = 'application/zip';
      ctx.body = zipStream(files);
      ctx.length = zipLength(files);
      return undefined;
    },
  };
}

/** Subject of the signature of an output's page. */
export function webPageSubject(outputId: string): string {
  return `web page ${outputId}`;
}

/** A published scene with its document as JSON. */
type WebPage = SharedScene & { document: Uint8Array };

/** The published scene of an output; null where another output is published, or none. */
async function findWebPage({ db, documents }: Deps, outputId: string, ip: string): Promise<WebPage | null> {
  const output = await findOutput(db, outputId);
  const row = output && (await findSharedSceneRow(db, output.composition_id));
  if (!row || row.output_id !== outputId) {
    return null;
  }
  const scene = await getSharedScene(db, row.id);
  const reader = { audience: 'visitors', caller: { userId: null, ip } } as const;
  const document = await documents.readFixed('output', outputId, reader);
  return document && { ...scene, document };
}

/** All files of the page. Files of the store are opened when they are written. */
async function webPageFiles(
  { db, store, env }: Pick<Deps, 'db' | 'store' | 'env'>,
  scene: WebPage,
): Promise<SizedZipEntry[]> {
  const assets = await listAssetFiles(db, scene.account_id, scene.asset_ids);
  const files = await nameFiles(db, scene, assets);
  const thumbnail = files.nameOf(scene.thumbnail_object);
  const page = await readFile(join(env.webDist, BUILT, 'page.html'), 'utf8');
  return [
    textEntry('index.html', withScene(page, scene, thumbnail)),
    await sceneEntry(sceneData(scene, { assets, nameOf: files.nameOf, publicUrl: env.publicUrl })),
    ...(await codeFiles(join(env.webDist, BUILT))),
    ...files.stored.map(({ name, key, size }) => {
      const open = async () => (await store.get(key)).stream;
      return { name, size, content: opened(open) };
    }),
  ];
}

/** Path in the archive of an object; null for none. */
type NameOf = (object: string | null) => string | null;

/** Names the stored files of the page in the archive. */
async function nameFiles(
  db: Knex,
  scene: WebPage,
  assets: readonly AssetFiles[],
): Promise<{ stored: { name: string; key: string; size: number }[]; nameOf: NameOf }> {
  const ids = [
    ...assets.flatMap(({ main_object, mobile_object }) => [main_object, mobile_object]),
    scene.thumbnail_object,
    PLANS[scene.plan].features.customWatermark ? scene.watermark_object : null,
    scene.glb_object,
    scene.mobile_object,
    scene.ar_object,
    scene.usdz_object,
  ].filter((id) => id !== null);
  const found = await findObjects(db, ids);
  const stored = new Map(
    ids.flatMap((id) => {
      const file = found.get(id);
      const extension = formatOfMediaType(file?.contentType ?? '')?.extensions[0] ?? 'bin';
      return file ? [[id, { name: `files/${id}.${extension}`, key: file.key, size: file.size }]] : [];
    }),
  );
  return {
    stored: [...stored.values()],
    nameOf: (object) => (object === null ? null : (stored.get(object)?.name ?? null)),
  };
}

/** The scene as the page reads it. */
function sceneData(
  scene: WebPage,
  { assets, nameOf, publicUrl }: { assets: readonly AssetFiles[]; nameOf: NameOf; publicUrl: string },
): object {
  const hasOwnMark = PLANS[scene.plan].features.customWatermark;
  const named = assets.flatMap(({ id, main_object, mobile_object }) => {
    const url = nameOf(main_object);
    return url === null ? [] : [[`/api/assets/${id}`, { url, mobileUrl: nameOf(mobile_object) }]];
  });
  return {
    uuid: scene.id,
    name: scene.name,
    description: scene.description,
    author: { name: scene.account_name, avatarUrl: null },
    watermark: hasOwnMark ? nameOf(scene.watermark_object) : null,
    thumbnail: nameOf(scene.thumbnail_object),
    revision: scene.revision,
    assets: Object.fromEntries(named),
    output: {
      glb: nameOf(scene.glb_object),
      glbMobile: nameOf(scene.mobile_object),
      glbAr: nameOf(scene.ar_object),
      usdz: nameOf(scene.usdz_object),
      carousel: [],
    },
    // The page has no gateway to ask.
    sharing: { ...scene.sharing, live: false, allowComment: false, allowClone: false, embedOrigins: [] },
    standalone: { pageUrl: '', mark: hasOwnMark ? null : { text: 'Diorama', url: publicUrl } },
    document: deferredJson(async () => scene.document),
  };
}

/** The page with the name and the picture of the scene, and with addresses relative to it. */
function withScene(html: string, scene: WebPage, thumbnail: string | null): string {
  const poster =
    thumbnail === null ? '' : `<img class="scene-poster" src="${escapeHtml(thumbnail)}" alt="" />`;
  const description =
    scene.description === null
      ? ''
      : `<meta name="description" content="${escapeHtml(scene.description)}" />`;
  return html
    .replaceAll('="/code/', '="code/')
    .replace('<title>Diorama</title>', () => `<title>${escapeHtml(scene.name)}</title>${description}`)
    .replace(SCENE_FRAME, (frame) => frame + poster);
}

async function codeFiles(folder: string): Promise<SizedZipEntry[]> {
  const names = (await readdir(folder, { recursive: true, encoding: 'utf8' })).filter(
    (name) => extname(name) !== '' && name !== 'page.html',
  );
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const { size } = await stat(path);
      const read = async () => [await readFile(path)];
      return { name: name.replaceAll('\\', '/'), size, content: opened(read) };
    }),
  );
}

function textEntry(name: string, text: string): SizedZipEntry {
  const content = Buffer.from(text);
  return { name, size: content.length, content };
}

/** The data of the scene, with its document in the bytes in which it was rendered. */
async function sceneEntry(data: object): Promise<SizedZipEntry> {
  const parts = (await jsonParts(data)).map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  return { name: 'scene.json', size, content: opened(async () => parts) };
}

/** Content that is opened when it is read. */
async function* opened(
  open: () => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>,
): AsyncGenerator<Uint8Array> {
  yield* await open();
}
