import { Play, Square } from 'lucide-react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor, useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import rows from '../values/values.module.css';
import type { TimelinePreview } from './model/timeline-preview.ts';

/** The animations that models have from their files. */
export function ModelClips({ preview }: { preview: TimelinePreview }) {
  const { scene } = useEditor();
  const { assets } = useEditorSession();
  const { t } = useTranslations('interactions');
  useSignalValue(() => scene.revisionOf('model'));
  const known = useSignalValue(assets.byIri);
  const playing = useSignalValue(preview.clip);
  const clips = scene.nodesOf('model').flatMap(([node, { name, props }]) =>
    (known.get(props.asset ?? '')?.extra.animations ?? []).map((clip) => ({
      ...{ node, clip: clip.name },
      label: [name, clip.name].filter(Boolean).join(' · '),
    })),
  );
  if (clips.length === 0) {
    return null;
  }
  return (
    <section aria-label={t('timelines.clips')} className={rows.changes}>
      <p className={rows.changesTitle}>{t('timelines.clips')}</p>
      <ul>
        {clips.map(({ label, ...one }) => {
          const isPlaying = playing?.node === one.node && playing.clip === one.clip;
          return (
            <li key={`${one.node} ${one.clip}`} className={rows.change}>
              <span className={rows.changeText} dir="auto">
                {label}
              </span>
              <IconButton
                size="small"
                label={t(isPlaying ? 'timelines.clip.stop' : 'timelines.clip.play', { name: label })}
                isPressed={isPlaying}
                icon={
                  isPlaying ? <Square size={14} aria-hidden="true" /> : <Play size={14} aria-hidden="true" />
                }
                onClick={() => preview.toggleClip(one)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
