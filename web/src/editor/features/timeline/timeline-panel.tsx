import { LONGEST_TIMELINE } from '@diorama/shared/scene/interactions/limits.ts';
import { updateRow } from '@diorama/shared/scene/scene-ops.ts';
import { Play, Square, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor, useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { type TimelineRow, timelinesOf } from '../interactions/model/interactions.ts';
import { RowField } from '../values/row-field.tsx';
import { RowList } from '../values/row-list.tsx';
import rows from '../values/values.module.css';
import { TimelinePreview } from './model/timeline-preview.ts';
import { addTimeline, removeTimeline } from './model/timelines.ts';
import classes from './timeline.module.css';
import { Tracks } from './tracks.tsx';

/** The timelines of the scene, and the tracks of the open one. */
export function TimelinePanel({ onClose }: { onClose: () => void }) {
  const editor = useEditor();
  const { t } = useTranslations('interactions');
  useSignalValue(() => editor.scene.shared.value.timelines);
  const preview = useTimelinePreview();
  const timelines = timelinesOf(editor);
  const [chosen, setChosen] = useState<string | null>(null);
  const open = timelines.find(({ id }) => id === chosen) ?? timelines[0];
  return (
    <section className="flex min-h-0 flex-1 flex-col" aria-label={t('timelines.title')}>
      <header className="flex shrink-0 items-center justify-between pt-1 pr-1 pb-1 pl-3">
        <h2 className="text-13 font-semibold">{t('timelines.title')}</h2>
        <IconButton
          label={t('timelines.close')}
          icon={<X size={16} aria-hidden="true" />}
          onClick={onClose}
        />
      </header>
      <div className={classes.body}>
        <div className={classes.columns}>
          <div className={classes.list}>
            <RowList
              table="timelines"
              rows={timelines}
              texts={{
                ...{ empty: t('timelines.empty'), add: t('timelines.add'), remove: t('timelines.remove') },
                fresh: (number) => t('timelines.new', { number }),
                name: (number) => t('timelines.name', { number }),
                open: (name) => t('timelines.open', { name }),
              }}
              open={{
                id: open?.id ?? null,
                set: (id) => {
                  preview?.leave();
                  setChosen(id);
                },
              }}
              onAdd={(name) => addTimeline(editor, name)}
              onRemove={(id) => removeTimeline(editor, id)}
              details={({ row }) => <TimelineFields row={row} />}
            />
            {preview && <ModelClips preview={preview} />}
          </div>
          {preview && open && <Tracks key={open.id} timeline={open} preview={preview} />}
        </div>
      </div>
    </section>
  );
}

function TimelineFields({ row }: { row: TimelineRow }) {
  const editor = useEditor();
  const { t } = useTranslations('interactions');
  const write = (patch: Partial<TimelineRow>) => updateRow(editor.ydoc, 'timelines', row.id, patch);
  return (
    <>
      <RowField
        label={t('field.length')}
        spec={{ kind: 'number', unit: 'seconds', min: 0.1, max: LONGEST_TIMELINE, step: 0.5 }}
        value={row.duration}
        onWrite={(duration) => write({ duration: Number(duration) })}
      />
      <RowField
        label={t('field.loop')}
        spec={{ kind: 'boolean' }}
        value={row.loop}
        onWrite={(loop) => write({ loop: loop === true })}
      />
      <RowField
        label={t('field.plays')}
        spec={{ kind: 'boolean' }}
        value={row.plays}
        onWrite={(plays) => write({ plays: plays === true })}
      />
    </>
  );
}

/** A preview of timelines that ends with the panel. */
function useTimelinePreview(): TimelinePreview | null {
  const editor = useEditor();
  const [preview, setPreview] = useState<TimelinePreview | null>(null);
  useEffect(() => {
    const made = new TimelinePreview(editor);
    setPreview(made);
    return () => made.dispose();
  }, [editor]);
  return preview;
}

/** The animations that models have from their files. */
function ModelClips({ preview }: { preview: TimelinePreview }) {
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
