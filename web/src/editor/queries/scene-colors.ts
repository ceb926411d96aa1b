import type { SceneDocument } from '@diorama/shared/scene/document.ts';

const COLOR = /^#[0-9a-f]{6}$/i;

/** Colours of the scene, most used first. */
export function sceneColors({ materials, nodes, environment }: SceneDocument, limit: number): string[] {
  const counts = new Map<string, number>();
  const count = (value: unknown) => {
    if (typeof value === 'string' && COLOR.test(value)) {
      const color = value.toLowerCase();
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
  };
  for (const { color, emissive } of Object.values(materials)) {
    count(color);
    count(emissive === '#000000' ? null : emissive);
  }
  for (const { props } of Object.values(nodes)) {
    count('color' in props ? props.color : null);
  }
  const { background, fog } = environment;
  count(background.color);
  count(background.color2);
  count(fog.enabled ? fog.color : null);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, limit)
    .map(([color]) => color);
}
