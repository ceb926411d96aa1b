import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCENE_TEMPLATES } from '@diorama/shared/domain/scene-templates.ts';
import { loadTranslations } from '@diorama/shared/i18n/load-translations.ts';
import { DEFAULT_LANGUAGE } from '@diorama/shared/i18n/t.ts';
import { templateDocument } from '@diorama/shared/scene/templates/start-document.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { createStage } from '../stage/stage.ts';

/**
 * Draws the thumbnails of the scene templates with the product's stage. Run by hand after a template has
 * changed: `node worker-assets/src/library/draw-templates.ts`. They are stored beside the screen that shows
 * them.
 */
const SIZE = { width: 960, height: 600 };
const ROOT = join(import.meta.dirname, '../../..');
const PICTURES = join(ROOT, 'web/src/screens/onboarding/pictures');

const templates = await loadTranslations('templates');
const folder = await mkdtemp(join(tmpdir(), 'diorama-templates-'));
const stage = createStage({
  webDist: join(ROOT, 'web/dist'),
  tmpDir: folder,
  logger: createLogger('draw-templates'),
});
try {
  await mkdir(PICTURES, { recursive: true });
  for (const template of SCENE_TEMPLATES) {
    const document = templateDocument(template, templates[DEFAULT_LANGUAGE]);
    const views = [{ kind: 'camera' as const, camera: document.camera }];
    const [picture] = await stage.drawDocument(document, new Map(), { ...SIZE, views });
    if (picture !== undefined) {
      await writeFile(join(PICTURES, `${template}.webp`), picture);
    }
  }
} finally {
  await stage.close();
  await rm(folder, { recursive: true, force: true });
}
