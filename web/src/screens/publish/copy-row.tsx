import { Check, Copy } from 'lucide-react';
import { Button } from '../../components/button/button.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { useCopy } from '../../hooks/use-copy.ts';
import { useT } from '../../hooks/use-language.tsx';
import classes from './publish.module.css';

/** A text that can be selected, with a copy button. */
export function CopyRow({ label, text }: { label: string; text: string }) {
  const t = useT();
  const { isCopied, copy } = useCopy();
  return (
    <div className={classes.copyRow}>
      <TextField label={label} value={text} readOnly onFocus={(event) => event.target.select()} />
      <Button
        aria-label={`${isCopied ? t('common.copied') : t('common.copy')}: ${label}`}
        icon={isCopied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
        onClick={() => copy(text)}
      >
        {isCopied ? t('common.copied') : t('common.copy')}
      </Button>
    </div>
  );
}
