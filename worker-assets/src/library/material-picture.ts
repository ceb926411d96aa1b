import { MATERIAL_DEFAULTS } from '@diorama/shared/scene/defaults.ts';
import type { Material } from '@diorama/shared/scene/document.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import type { Stage } from '../stage/stage.ts';
import type { PageFiles } from '../stage/stage-page.ts';

const SIZE_PX = 320;

/**
 * Draws a ball with a material on a background that shows transparency.
 * @param assets its maps, by iri.
 */
export async function drawMaterial(
  stage: Pick<Stage, 'drawDocument'>,
  material: Partial<Material>,
  assets: PageFiles,
): Promise<Buffer> {
  const document = parseDocument({
    environment: {
      background: { kind: 'gradient', color: '#5a6372', color2: '#1c1f25' },
      ground: { kind: 'none' },
      intensity: 1.1,
    },
    materials: { shown: { ...MATERIAL_DEFAULTS, ...material } },
    nodes: {
      ball: { kind: 'sphere', index: 'a0', material: 'shown', props: { radius: 1 } },
      key: {
        kind: 'directionalLight',
        index: 'a1',
        position: [2, 3, 3],
        rotation: [-0.35, 0.3, 0.12, 0.88],
        props: { color: '#fff6e8', intensity: 1.6, castShadow: false },
      },
    },
  });
  const camera = {
    position: [0, 0.35, 4.6] as [number, number, number],
    target: [0, 0, 0] as [number, number, number],
    fov: 28,
    projection: 'perspective' as const,
  };
  const [picture] = await stage.drawDocument(document, assets, {
    width: SIZE_PX,
    height: SIZE_PX,
    views: [{ kind: 'camera', camera }],
  });
  if (!picture) {
    throw new Error('The stage drew no picture');
  }
  return picture;
}
