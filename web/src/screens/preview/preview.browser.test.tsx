import { parseDocument } from '@diorama/shared/scene/document.ts';
import { BoxGeometry, Mesh } from 'three';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../test/open-app.tsx';

const KITCHEN = '01900000-0000-7000-8000-00000000c001';
const CHAIR = '/api/assets/01900000-0000-7000-8000-00000000d001';

/** Address of a file of a model. */
async function modelUrl(): Promise<string> {
  const glb = await new GLTFExporter().parseAsync(new Mesh(new BoxGeometry()), { binary: true });
  const url = URL.createObjectURL(new Blob([glb as ArrayBuffer]));
  onTestFinished(() => URL.revokeObjectURL(url));
  return url;
}

it('a preview shows a model once it has been converted', async () => {
  const chair = { kind: 'model', name: 'Chair', props: { asset: CHAIR } };
  const document = parseDocument({ nodes: { chair } });
  const converted = { [CHAIR]: { url: await modelUrl(), mobileUrl: null } };
  let asked = 0;
  const getScenePreview = () => {
    asked += 1;
    return { document, assets: asked === 1 ? {} : converted, thumbnail: null };
  };
  await openApp(`/en/preview/${KITCHEN}`, { answers: { getScenePreview } });
  const failure = page.getByText('Chair could not be loaded. The rest of the scene is complete.', {
    exact: true,
  });
  await expect.element(failure).toBeVisible();
  const canvas = window.document.querySelector('canvas');
  await expect.element(failure).not.toBeInTheDocument();
  // The rest of the scene stays.
  expect(window.document.querySelector('canvas')).toBe(canvas);
});
