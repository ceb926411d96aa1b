import { valueIn } from '@diorama/shared/scene/field-values.ts';
import { KEY_EASINGS } from '@diorama/shared/scene/interactions/interpolate.ts';
import { type Track, tracksOf } from '@diorama/shared/scene/interactions/timelines.ts';
import { removeRows } from '@diorama/shared/scene/scene-ops.ts';
import { CircleDot, CircleStop, Diamond, Pause, Play, Trash2, X } from 'lucide-react';
import { memo, useState } from 'react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { Select } from '../../../components/select/select.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import fields from '../../inspector/fields.module.css';
import type { TimelineRow } from '../interactions/model/interactions.ts';
import { useFieldNames, useOwnerNames } from '../values/change-list.tsx';
import { groupValues } from '../values/model/value-groups.ts';
import { Recorders } from '../values/recorders.tsx';
import { KeyDot } from './key-dot.tsx';
import type { TimelinePreview } from './model/timeline-preview.ts';
import {
  type KeyRow,
  keepValues,
  keyAt,
  keysOf,
  keyTime,
  removeTrack,
  TIME_STEP,
  writeKey,
} from './model/timelines.ts';
import classes from './timeline.module.css';

type TracksProps = { timeline: TimelineRow; preview: TimelinePreview };

/** Ruler, keys and tracks of a timeline. */
export function Tracks({ timeline, preview }: TracksProps) {
  const editor = useEditor();
  const { t } = useTranslations('interactions');
  useSignalValue(() => editor.scene.shared.value.keys);
  const [selected, setSelected] = useState<string | null>(null);
  const keys = keysOf(editor, timeline.id);
  const tracks = tracksOf(editor.scene.shared.value, timeline.id);
  const select = (key: { id: string; time: number }) => {
    setSelected(key.id);
    preview.seek(timeline.id, Math.min(key.time, timeline.duration));
  };
  return (
    <div className={classes.tracks}>
      <TimeBar
        timeline={timeline}
        preview={preview}
        selected={keys.find(({ id }) => id === selected)}
        onSelect={setSelected}
      />
      <div className="relative overflow-auto min-h-0 flex-1 pt-0 pr-4 pb-2 pl-2">
        <Ruler timeline={timeline} preview={preview} />
        <div className={classes.lane}>
          <span className={classes.laneName}>{t('timelines.keys')}</span>
          <div className={classes.laneKeys}>
            {keys.map((key) => (
              <KeyDot
                key={key.id}
                keyOfDot={key}
                duration={timeline.duration}
                label={t('timelines.key', { time: key.time })}
                isSelected={key.id === selected}
                isMain
                onSelect={select}
              />
            ))}
          </div>
        </div>
        <TrackRows
          tracks={tracks}
          timeline={timeline}
          preview={preview}
          selected={selected}
          onSelect={select}
        />
        {tracks.length === 0 && <p className={fields.note}>{t('timelines.tracks.none')}</p>}
      </div>
    </div>
  );
}

type TimeBarProps = TracksProps & { selected: KeyRow | undefined; onSelect: (key: string | null) => void };

/** Buttons for playing and recording, and the fields of the selected key. */
function TimeBar({ timeline, preview, selected, onSelect }: TimeBarProps) {
  const editor = useEditor();
  const { t } = useTranslations('interactions');
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const isPlaying = useSignalValue(preview.isPlaying);
  const time = keyTime(useSignalValue(preview.time), timeline.duration);
  const isRecording = useSignalValue(() => editor.recording.target.value?.table === 'keys');
  const record = () => {
    if (isRecording) {
      editor.recording.stop();
      return;
    }
    preview.seek(timeline.id, time);
    const id = keyAt(editor, timeline.id, time);
    if (id !== null) {
      onSelect(id);
      editor.recording.start({ table: 'keys', id });
    }
  };
  return (
    <div className="flex shrink-0 flex-wrap items-center px-2 pt-0 pb-1 gap-1">
      <IconButton
        size="small"
        label={t(isPlaying ? 'timelines.pause' : 'timelines.play')}
        icon={isPlaying ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
        onClick={() => preview.toggle(timeline.id)}
      />
      <IconButton
        size="small"
        label={t('timelines.record', { time })}
        isPressed={isRecording}
        disabled={isReadOnly}
        icon={
          isRecording ? (
            <CircleStop size={16} aria-hidden="true" />
          ) : (
            <CircleDot size={16} aria-hidden="true" />
          )
        }
        onClick={record}
      />
      <Recorders
        isIncluded={(row) =>
          editor.scene.shared.value.keys[row.replace(/^keys\//, '')]?.timeline === timeline.id
        }
        name={timeline.name}
      />
      <span className={fields.reading}>{t('timelines.time', { time, duration: timeline.duration })}</span>
      {selected && (
        <>
          <span className="w-[10rem] ml-auto">
            <Select
              label={t('timelines.key.easing')}
              size="small"
              value={selected.easing}
              options={KEY_EASINGS.map((value) => ({ value, label: t(`easing.${value}`) }))}
              isDisabled={isReadOnly}
              onChange={(easing) => editor.edit(() => writeKey(editor, selected.id, { easing }))}
            />
          </span>
          <IconButton
            size="small"
            label={t('timelines.key.remove')}
            icon={<Trash2 size={16} aria-hidden="true" />}
            disabled={isReadOnly}
            onClick={() => editor.edit(() => removeRows(editor.ydoc, 'keys', [selected.id]))}
          />
        </>
      )}
    </div>
  );
}

/** Slider over the length of the timeline; it moves the playhead. */
function Ruler({ timeline, preview }: TracksProps) {
  const { t } = useTranslations('interactions');
  const time = useSignalValue(preview.time);
  const { id, duration } = timeline;
  return (
    <>
      <div className={classes.lane}>
        <span className={classes.laneName} />
        <div className="relative h-full flex-1 mx-3 my-0">
          {ticksOf(duration).map((tick) => (
            <span key={tick} className={classes.tick} style={{ left: `${(tick / duration) * 100}%` }}>
              {tick}
            </span>
          ))}
          <input
            type="range"
            className={classes.scrub}
            aria-label={t('timelines.scrub')}
            aria-valuetext={t('timelines.time', { time: keyTime(time, duration), duration })}
            min={0}
            max={duration}
            step={TIME_STEP}
            value={time}
            onChange={(event) => preview.seek(id, keyTime(event.currentTarget.valueAsNumber, duration))}
            // The arrow keys move the playhead, and nothing in the scene.
            onKeyDown={(event) => event.key.startsWith('Arrow') && event.stopPropagation()}
          />
        </div>
      </div>
      <div className={classes.playhead} aria-hidden="true">
        <span style={{ left: `${(time / duration) * 100}%` }} />
      </div>
    </>
  );
}

type TrackRowsProps = TracksProps & {
  tracks: readonly Track[];
  selected: string | null;
  onSelect: (key: { id: string; time: number }) => void;
};

/** A row for each field that the timeline changes. */
const TrackRows = memo(function TrackRows({ tracks, timeline, preview, selected, onSelect }: TrackRowsProps) {
  const editor = useEditor();
  const { t } = useTranslations('interactions');
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const nameOf = useFieldNames();
  const ownerOf = useOwnerNames();
  const byPath = new Map(tracks.map((track) => [track.path, track]));
  const groups = groupValues(Object.fromEntries(byPath), editor.scene.shared.value);
  const keep = (path: string) => {
    const time = keyTime(preview.time.value, timeline.duration);
    preview.seek(timeline.id, time);
    const value = valueIn(editor.scene.document.value, path);
    if (value !== undefined) {
      keepValues(editor, { timeline: timeline.id, time }, { [path]: value });
    }
  };
  return groups.flatMap((group) =>
    group.fields.map(({ path, field }) => {
      const label = `${ownerOf(group)} · ${nameOf(group, field)}`;
      return (
        <div key={path} className={classes.lane}>
          <span className={classes.laneName} title={label}>
            <span dir="auto">{label}</span>
            <IconButton
              size="small"
              label={t('timelines.track.add', { track: label })}
              icon={<Diamond size={12} aria-hidden="true" />}
              disabled={isReadOnly || group.isGone}
              onClick={() => keep(path)}
            />
            <IconButton
              size="small"
              label={t('timelines.track.remove', { track: label })}
              icon={<X size={12} aria-hidden="true" />}
              disabled={isReadOnly}
              onClick={() => removeTrack(editor, timeline.id, path)}
            />
          </span>
          <div className={classes.laneKeys}>
            {byPath.get(path)?.keys.map((key) => (
              <KeyDot
                key={key.id}
                keyOfDot={key}
                duration={timeline.duration}
                label={t('timelines.key.of', { track: label, time: key.time })}
                isSelected={key.id === selected}
                onSelect={onSelect}
              />
            ))}
          </div>
        </div>
      );
    }),
  );
});

/** Round times along a ruler, about ten of them. */
function ticksOf(duration: number): number[] {
  const [step = 60] = [0.1, 0.5, 1, 2, 5, 10, 30].filter((one) => duration / one <= 12);
  const count = Math.floor(duration / step + 1e-6) + 1;
  return Array.from({ length: count }, (_, i) => Number((i * step).toFixed(1)));
}
