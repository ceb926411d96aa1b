import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { oembedRoutes } from '@diorama/shared/contract/oembed.ts';
import { EMBED_PRESETS, embedCode } from '@diorama/shared/domain/embed-code.ts';
import { SCENE_PICTURE } from '@diorama/shared/domain/picture-sizes.ts';
import { UUID_PATTERN } from '@diorama/shared/domain/uuid.ts';
import { LANGUAGES } from '@diorama/shared/i18n/t.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { pictureOf } from './serializer.ts';
import { getSharedScene } from './shared-scene.ts';

const PAGE = new RegExp(`^(?:/(?:${LANGUAGES.join('|')}))?/(?:view|embed)/(${UUID_PATTERN})/?$`);
const HOUR_S = 3_600;

/** oEmbed, with which other sites embed a scene by its URL. */
export function oembedHandlers({ db, urls }: Deps & { urls: Urls }): HandlersOf<typeof oembedRoutes> {
  return {
    getOembed: async ({ query }) => {
      if (query.format !== undefined && query.format !== 'json') {
        throw new CodedError('oembed.format');
      }
      const id = sceneOfAddress(query.url, urls.absolute('/'));
      if (id === null) {
        throw new CodedError('request.not-found');
      }
      const scene = await getSharedScene(db, id);
      const { width, height } = fitInto(query.maxwidth, query.maxheight);
      const isPublic = scene.privacy === 'public';
      const picture = isPublic ? pictureOf(urls, scene) : null;
      return {
        version: '1.0',
        type: 'rich',
        provider_name: 'Diorama',
        provider_url: urls.absolute('/'),
        title: scene.name,
        // The page of a locked scene does not reveal its owner either.
        ...(isPublic && { author_name: scene.account_name }),
        html: embedCode(urls.absolute(`/embed/${scene.id}`), scene.name, {
          width,
          height,
          isResponsive: false,
        }),
        width,
        height,
        ...(picture !== null && {
          thumbnail_url: picture,
          thumbnail_width: SCENE_PICTURE.width,
          thumbnail_height: SCENE_PICTURE.height,
        }),
        cache_age: HOUR_S,
      };
    },
  };
}

/** The scene id in a URL of the product; null for every other URL. */
function sceneOfAddress(address: string, home: string): string | null {
  if (!URL.canParse(address)) {
    return null;
  }
  const { origin, pathname } = new URL(address);
  return origin === new URL(home).origin ? (PAGE.exec(pathname)?.[1]?.toLowerCase() ?? null) : null;
}

/** The usual size, made smaller until it fits, in its proportions. */
function fitInto(maxWidth = Number.POSITIVE_INFINITY, maxHeight = Number.POSITIVE_INFINITY) {
  const { width, height } = EMBED_PRESETS.medium;
  const scale = Math.min(1, maxWidth / width, maxHeight / height);
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}
