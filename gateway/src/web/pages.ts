import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import { frameOfPage } from '@diorama/shared/domain/page-frames.ts';
import { isPagePath } from '@diorama/shared/domain/page-paths.ts';
import { SCENE_PICTURE } from '@diorama/shared/domain/picture-sizes.ts';
import { parseTheme, THEME_COOKIE, type Theme } from '@diorama/shared/domain/theme.ts';
import { UUID_PATTERN } from '@diorama/shared/domain/uuid.ts';
import { escapeHtml } from '@diorama/shared/emails/frame.ts';
import { loadTranslations } from '@diorama/shared/i18n/load-translations.ts';
import { chooseLanguage, LANGUAGES, type Language } from '@diorama/shared/i18n/t.ts';
import type { Context, Middleware } from 'koa';
import type { Deps } from '../deps.ts';
import { networkOf } from '../middleware/client-address.ts';
import { pictureOf } from '../modules/public/serializer.ts';
import { findSharedScene, type SharedScene } from '../modules/public/shared-scene.ts';
import { foreignSources, pagePolicy } from './security-headers.ts';
import { createStaticFiles } from './static-files.ts';
import type { Urls } from './urls.ts';

type Page = 'index' | 'view' | 'embed';

const SCENE_FRAME = /<div class="static-frame[^>]* data-frame="scene"[^>]*>/;
const previewTexts = await loadTranslations('server/link-preview');
const LANGUAGE_PREFIX = `(?:/(?:${LANGUAGES.join('|')}))?`;
const VIEW = new RegExp(`^${LANGUAGE_PREFIX}/view/(${UUID_PATTERN})/?$`);
const EMBED = new RegExp(`^${LANGUAGE_PREFIX}/embed/(${UUID_PATTERN})/?$`);

/** Serves the built web pages: hashed files for good, pages always fresh, with data for link previews. */
export function servePages(deps: Deps & { urls: Urls }): Middleware {
  const { env } = deps;
  const sendFile = createStaticFiles(env.webDist);
  const read = (page: Page) => readFile(join(env.webDist, `${page}.html`), 'utf8');

  return async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.status = 405;
      return;
    }
    if (/\.[a-z0-9]+$/i.test(ctx.path) && !ctx.path.endsWith('.html')) {
      if (!(await sendFile(ctx))) {
        ctx.status = 404;
        ctx.set('Cache-Control', 'no-store');
      }
      return;
    }
    const view = VIEW.exec(ctx.path)?.[1];
    const embed = EMBED.exec(ctx.path)?.[1];
    const scene = await findPreview(deps, ctx, view ?? embed);
    const page = view ? 'view' : embed ? 'embed' : 'index';
    const theme = parseTheme(ctx.cookies.get(THEME_COOKIE));
    const html = withFrame(await read(page), ctx.path, theme);
    // Only the application uses analytics. Visits of a scene are not reported to third parties.
    const foreign = page === 'index' ? foreignSources(env) : {};
    ctx.set(
      pagePolicy({
        publicUrl: env.publicUrl,
        filesUrl: env.filesUrl,
        framedBy: framersOf(page, scene),
        foreign,
      }),
    );
    ctx.set('Cache-Control', 'no-cache');
    ctx.vary('Cookie');
    ctx.type = 'html';
    ctx.status = page === 'index' && !isPagePath(ctx.path) ? 404 : 200;
    const hasPreview = scene !== null && scene !== 'unknown';
    if (!hasPreview) {
      ctx.body = html;
      return;
    }
    ctx.vary('Accept-Language');
    const language = chooseLanguage([ctx.path.split('/')[1] ?? '', ...ctx.acceptsLanguages()]);
    ctx.body = html
      .replace('<title>Diorama</title>', () => previewOf(deps.urls, scene, language))
      .replace(SCENE_FRAME, (frame) => frame + sceneFrameOf(deps.urls, scene, page));
  };
}

/**
 * Allowed frame ancestors of a page: those of the embedded scene, and none while the scene cannot be read.
 */
function framersOf(page: Page, scene: SharedScene | 'unknown' | null): readonly string[] | 'all' | 'none' {
  if (page !== 'embed' || scene === 'unknown') {
    return 'none';
  }
  const origins = scene?.sharing.embedOrigins ?? [];
  return origins.length === 0 ? 'all' : origins;
}

/**
 * The scene for a link preview. It is `unknown` while the database is away, as the page must still be served.
 * The same holds for a network with too many calls; the page then shows their error.
 */
async function findPreview(
  deps: Deps,
  ctx: Context,
  id: string | undefined,
): Promise<SharedScene | 'unknown' | null> {
  if (id === undefined) {
    return null;
  }
  try {
    await deps.limits.consumeFrom('general', ctx.ip);
    const scene = await deps.turns.run(
      { subject: 'network', holder: networkOf(ctx.ip) },
      () => findSharedScene(deps.db, id),
      () => ctx.res.destroyed,
    );
    return scene?.isBlocked ? null : scene;
  } catch (err) {
    if (!(err instanceof CodedError)) {
      deps.logger.warn({ err }, 'page sent without its link preview');
    }
    return 'unknown';
  }
}

/** Title and preview, and the poster, which is on its way before any script; a locked scene shows its name only. */
function previewOf(urls: Urls, scene: SharedScene, language: Language): string {
  const title = `${scene.name} · Diorama`;
  const isOpen = scene.privacy === 'public';
  const picture = isOpen ? pictureOf(urls, scene) : null;
  const t = previewTexts[language];
  const tags: [string, string | null][] = [
    ['og:title', scene.name],
    ['og:type', 'website'],
    ['og:site_name', 'Diorama'],
    ['og:url', urls.absolute(`/view/${scene.id}`)],
    ['og:description', isOpen ? (scene.description ?? t('text', { author: scene.account_name })) : null],
    ['og:image', picture],
    ...(picture ? pictureFacts(scene) : []),
    ['twitter:card', picture ? 'summary_large_image' : 'summary'],
  ];
  const metas = tags.flatMap(([name, content]) =>
    content ? `<meta property="${name}" content="${escapeHtml(content)}" />` : [],
  );
  // By the same URL that the page uses, or it would be loaded twice.
  const poster = picture ? [`<link rel="preload" as="image" href="${escapeHtml(picture)}" />`] : [];
  return [`<title>${escapeHtml(title)}</title>`, ...poster, ...metas, discoveryOf(urls, scene)].join(
    '\n    ',
  );
}

/** Selects the theme of a page, and the frame that the application's page shows until its scripts have drawn it. */
function withFrame(html: string, path: string, chosen: Theme): string {
  const frame = frameOfPage(path);
  const theme = frame === 'light' ? 'light' : chosen;
  return html
    .replace('data-frame="plain"', `data-frame="${frame === 'light' ? 'plain' : frame}"`)
    .replace('<html lang="en"', theme === 'system' ? '$&' : `$& data-theme="${theme}"`);
}

/** Picture of a scene, and its name where the page shows it, in the frame until its scripts have drawn it. */
function sceneFrameOf(urls: Urls, scene: SharedScene, page: Page): string {
  const picture = scene.privacy === 'public' ? pictureOf(urls, scene) : null;
  const poster = picture === null ? '' : `<img class="scene-poster" src="${escapeHtml(picture)}" alt="" />`;
  const details = `<div class="viewer-details"><h1>${escapeHtml(scene.name)}</h1></div>`;
  return page === 'embed' ? poster : poster + details;
}

/** Facts with which sites lay out a preview before they have loaded its picture. */
function pictureFacts({ name, thumbnail_type: type }: SharedScene): [string, string | null][] {
  return [
    ['og:image:type', type],
    ['og:image:width', String(SCENE_PICTURE.width)],
    ['og:image:height', String(SCENE_PICTURE.height)],
    ['og:image:alt', name],
  ];
}

/** oEmbed discovery link for sites that receive the page's URL. */
function discoveryOf(urls: Urls, { id, name }: SharedScene): string {
  const query = new URLSearchParams({ url: urls.absolute(`/view/${id}`), format: 'json' });
  const href = escapeHtml(urls.absolute(`/oembed?${query}`));
  return `<link rel="alternate" type="application/json+oembed" href="${href}" title="${escapeHtml(name)}" />`;
}
