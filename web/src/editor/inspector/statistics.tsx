import { countScene } from '@diorama/shared/scene/stats.ts';
import { useMemo } from 'react';
import { useDebounced } from '../../hooks/use-debounced.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { neededAssets } from '../../scene/needed-assets.ts';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { arVerdictOf } from '../queries/ar-verdict-of.ts';
import classes from './fields.module.css';

const REST_MS = 400;

/** Size of the scene, and whether it is suitable for augmented reality. */
export function Statistics() {
  const { editor, assets } = useEditorSession();
  const { t, language } = useTranslations('scene-sections');
  // Debounced, as it traverses the whole scene.
  const scene = useDebounced(useSignalValue(editor.scene.document), REST_MS);
  const known = useSignalValue(assets.byIri);
  const { nodes, triangles } = useMemo(
    () => countScene(scene, (iri) => known.get(iri)?.extra.triangles ?? undefined),
    [scene, known],
  );
  // Same check as in the share dialog before an export. Debounced, as it traverses the whole scene.
  const rested = useDebounced(scene, REST_MS);
  const verdict = useMemo(() => arVerdictOf(rested, known), [rested, known]);
  const files = useMemo(() => [...neededAssets(scene)], [scene]);
  const drawCalls = useDebounced(useSignalValue(editor.drawCalls), REST_MS);
  // Textures load later, which changes the draw calls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the probe looks at what these change
  const textures = useMemo(() => editor.queries?.textureBytes() ?? 0, [editor, scene, known, drawCalls]);
  const bytes = files.reduce((sum, iri) => sum + (known.get(iri)?.size ?? 0), 0);
  const materials = Object.keys(scene.materials).length;
  const number = new Intl.NumberFormat(language);
  const size = new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
  const lines = [
    [t('stats.objects'), number.format(nodes)],
    [t('stats.triangles'), number.format(triangles)],
    [t('stats.drawCalls'), number.format(drawCalls)],
    [t('stats.materials'), number.format(materials)],
    [t('stats.textures'), size.format(textures / 1e6)],
    [
      t('stats.files'),
      files.length === 0 ? '0' : `${number.format(files.length)} · ${size.format(bytes / 1e6)}`,
    ],
  ] as const;
  return (
    <>
      <dl className={classes.stats}>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>{t(`stats.ar.${verdict}`)}</p>
    </>
  );
}
