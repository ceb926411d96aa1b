import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SCENE_TEMPLATES } from '@diorama/shared/domain/scene-templates.ts';
import { loadTranslations } from '@diorama/shared/i18n/load-translations.ts';
import { DEFAULT_LANGUAGE } from '@diorama/shared/i18n/t.ts';
import { templateDocument } from '@diorama/shared/scene/templates/start-document.ts';
import { withStage } from './with-stage.ts';

/**
 * Draws the thumbnails of the scene templates with the product's stage. Run by hand after a template has
 * changed: `node worker-assets/src/library/draw-templates.ts`. They are stored beside the screen that shows
 * them.
 */
const SIZE = { width: 960, height: 600 };
const PICTURES = join(import.meta.dirname, '../../../web/src/screens/onboarding/pictures');

const templates = await loadTranslations('templates');
await withStage('draw-templates', async (stage) => {
  await mkdir(PICTURES, { recursive: true });
  for (const template of SCENE_TEMPLATES) {
    const document = templateDocument(template, templates[DEFAULT_LANGUAGE]);
    const views = [{ kind: 'camera' as const, camera: document.camera }];
    const [picture] = await stage.drawDocument(document, new Map(), { ...SIZE, views });
    if (picture !== undefined) {
      await writeFile(join(PICTURES, `${template}.webp`), picture);
    }
  }
});
