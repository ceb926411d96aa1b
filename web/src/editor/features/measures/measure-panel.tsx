import { MEASURE_MODES } from '@diorama/shared/scene/nodes/measure/modes.ts';
import { MAX_MEASURE_POINTS } from '@diorama/shared/scene/nodes/measure/schema.ts';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { classNames } from '../../../components/class-names.ts';
import foldClasses from '../../../components/fold.module.css';
import { useToast } from '../../../components/toast/toast.tsx';
import { measureText } from '../../../scene/measure/measure-text.ts';
import { useDraft } from '../../hooks/use-draft.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useScene } from '../../hooks/use-scene.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { Icon } from '../../icons.tsx';
import classes from './distance-meter.module.css';
import type { MeasureTool } from './measure-tool.ts';
import { saveMeasure } from './model/measures.ts';
import type { Measure } from './stored-measures.ts';

/** Measuring mode and list of measures. */
export function MeasurePanel({ tool }: { tool: MeasureTool }) {
  const { t } = useEditorTranslations();
  const mode = useSignalValue(tool.mode);
  const measures = useSignalValue(tool.measures);
  return (
    <section
      className="max-w-full border border-(--hairline) rounded-card bg-(--surface-1) shadow-floating"
      aria-label={t('tool.distanceMeter')}
    >
      <div className="flex gap-0.5 p-1">
        {MEASURE_MODES.map((one) => (
          <button
            key={one}
            type="button"
            className={classes.mode}
            aria-pressed={one === mode}
            onClick={() => tool.setMode(one)}
          >
            {t(`measure.${one}`)}
          </button>
        ))}
      </div>
      {measures.length > 0 && (
        <details className={classNames(foldClasses.fold, classes.measures)} open>
          <summary>{t('measure.list', { count: measures.length })}</summary>
          <ul className={classes.list}>
            {measures.map((measure) => (
              <MeasureRow key={measure.number} tool={tool} measure={measure} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function MeasureRow({ tool, measure }: { tool: MeasureTool; measure: Measure }) {
  const { t, language } = useEditorTranslations();
  const editor = useEditor();
  const toast = useToast();
  const unit = useScene((scene) => scene.unit);
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const { number, name, mode, points, isShown } = measure;
  const called = name === '' ? t('measure.numbered', { what: t(`measure.${mode}`), number }) : name;
  const draft = useDraft({
    shown: called,
    onCommit: (text) => tool.change(number, { name: text.trim().slice(0, 60) }),
  });
  const keep = () => {
    const outcome = saveMeasure(editor, measure, { name: called, isGiven: name !== '' });
    if (outcome === 'saved') {
      tool.remove(number);
    } else if (outcome === 'tooManyPoints') {
      toast({ kind: 'warning', text: t('measure.tooManyPoints', { most: MAX_MEASURE_POINTS }) });
    }
  };
  return (
    <li className={classes.row} data-hidden={!isShown || undefined}>
      <input
        className={classes.name}
        aria-label={t('measure.name', { name: called })}
        autoComplete="off"
        maxLength={60}
        {...draft.props}
      />
      <output className={classes.value}>{measureText(mode, points, { unit, language })}</output>
      {!isReadOnly && (
        <IconButton
          size="small"
          label={t('measure.keep', { name: called })}
          icon={<Icon name="arrow-down-to-line" />}
          onClick={keep}
        />
      )}
      <IconButton
        size="small"
        label={t(isShown ? 'outliner.hide' : 'outliner.show', { name: called })}
        icon={<Icon name={isShown ? 'eye' : 'eye-off'} />}
        onClick={() => tool.change(number, { isShown: !isShown })}
      />
      <IconButton
        size="small"
        label={t('measure.remove', { name: called })}
        icon={<Icon name="trash-2" />}
        onClick={() => tool.remove(number)}
      />
    </li>
  );
}
