import type { PublicScene } from './public-scene.ts';
import { inVisitorLanguage } from './scene-language.ts';

/** File with the data of a downloaded scene, beside its page. */
const DATA = 'scene.json';

/**
 * Reads the scene of a downloaded page. Addresses of its files become absolute, as phones open them on their own.
 * @returns null if it cannot be read
 */
export async function readStandaloneScene(): Promise<PublicScene | null> {
  try {
    const response = await fetch(new URL(DATA, document.baseURI));
    const scene = inVisitorLanguage<PublicScene>(await response.json());
    const { output, assets, thumbnail, watermark, author } = scene;
    const pageUrl = document.baseURI.replace(/#.*$/, '');
    return {
      ...scene,
      author: { ...author, avatarUrl: null },
      thumbnail: absolute(thumbnail),
      watermark: absolute(watermark),
      output: {
        glb: absolute(output.glb),
        glbMobile: absolute(output.glbMobile),
        glbAr: absolute(output.glbAr),
        usdz: absolute(output.usdz),
        carousel: [],
      },
      assets: Object.fromEntries(
        Object.entries(assets).map(([iri, { url, mobileUrl }]) => [
          iri,
          { url: absolute(url) ?? '', mobileUrl: absolute(mobileUrl) },
        ]),
      ),
      standalone: { pageUrl, mark: scene.standalone?.mark ?? null },
    };
  } catch {
    return null;
  }
}

function absolute(path: string | null): string | null {
  return path === null ? null : new URL(path, document.baseURI).href;
}
