import {
  MAX_CANDIDATES,
  MAX_PROMPT_LETTERS,
  REIMAGINE_STYLES,
  type ReimagineStyle,
} from '@diorama/shared/contract/reimagines.ts';
import { Sparkles } from 'lucide-react';
import { type ComponentProps, type FormEvent, useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { NetworkButton } from '../../../components/button/network-button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { Spinner } from '../../../components/feedback/spinner.tsx';
import { TextArea } from '../../../components/field/text-area.tsx';
import { Slider } from '../../../components/slider/slider.tsx';
import { useErrorText } from '../../../hooks/use-errors.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import classes from './reimagine.module.css';
import type { Reimagining } from './use-reimagine.ts';

/** Request for pictures, with its progress. */
export function ReimagineForm({ reimagining }: { reimagining: Reimagining }) {
  const { made, left, error, isBusy, ask, cancel } = reimagining;
  const { t } = useTranslations('reimagine');
  const errorText = useErrorText();
  const [prompt, setPrompt] = useState('');
  const [style, setStyle] = useState<ReimagineStyle | null>(null);
  const [strength, setStrength] = useState(0.6);
  const [count, setCount] = useState(2);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void ask({ prompt: prompt.trim(), style, strength, count });
  };
  const problem = error ? errorText(error) : made?.status === 'failed' ? made.error?.message : undefined;
  return (
    <form className="flex flex-col gap-3" onSubmit={submit}>
      <TextArea
        label={t('reimagine.prompt')}
        rows={3}
        maxLength={MAX_PROMPT_LETTERS}
        value={prompt}
        onChange={(event) => setPrompt(event.currentTarget.value)}
      />
      <StyleChips style={style} onChange={setStyle} />
      <div className="grid items-center text-(--text-2) text-13 gap-x-4 gap-y-2 grid-cols-[auto_minmax(0,1fr)]">
        <LabelledSlider
          label={t('reimagine.strength')}
          value={strength}
          min={0}
          max={1}
          step={0.05}
          onChange={setStrength}
        />
        <LabelledSlider
          label={t('reimagine.count', { count })}
          value={count}
          min={1}
          max={MAX_CANDIDATES}
          step={1}
          onChange={setCount}
        />
      </div>
      {problem !== undefined && <Alert kind="error">{problem}</Alert>}
      <div className="flex flex-wrap items-center gap-2 justify-end">
        {left !== null && (
          <span className="mr-auto text-(--text-3) text-12">{t('reimagine.left', { count: left })}</span>
        )}
        {isBusy && <Working onCancel={cancel} />}
        <NetworkButton
          type="submit"
          variant="primary"
          icon={<Sparkles size={16} aria-hidden="true" />}
          disabled={isBusy || prompt.trim() === ''}
        >
          {t('reimagine.ask')}
        </NetworkButton>
      </div>
    </form>
  );
}

function StyleChips({
  style,
  onChange,
}: {
  style: ReimagineStyle | null;
  onChange: (style: ReimagineStyle | null) => void;
}) {
  const { t } = useTranslations('reimagine');
  return (
    <fieldset className="flex flex-wrap p-0 border-0 m-0 gap-2" aria-label={t('reimagine.style')}>
      {REIMAGINE_STYLES.map((one) => (
        <button
          key={one}
          type="button"
          className={classes.chip}
          aria-pressed={style === one}
          onClick={() => onChange(style === one ? null : one)}
        >
          {t(`reimagine.style.${one}`)}
        </button>
      ))}
    </fieldset>
  );
}

function LabelledSlider(props: ComponentProps<typeof Slider>) {
  return (
    <>
      <span aria-hidden="true">{props.label}</span>
      <Slider {...props} />
    </>
  );
}

function Working({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslations('reimagine');
  return (
    <>
      <span role="status" className="flex flex-wrap items-center gap-2">
        <Spinner /> {t('reimagine.working')}
      </span>
      <Button onClick={onCancel}>{t('reimagine.stop')}</Button>
    </>
  );
}
