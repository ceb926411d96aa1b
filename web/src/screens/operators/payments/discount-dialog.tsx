import type { RequestOf } from '@diorama/shared/contract/index.ts';
import { CODE_LENGTH, isCode, toCode } from '@diorama/shared/domain/discount.ts';
import { PLAN_PRICES } from '@diorama/shared/plans.ts';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { useApi } from '../../../api/provider.tsx';
import { serverNow } from '../../../api/server-time.ts';
import { Checkbox } from '../../../components/field/checkbox.tsx';
import { TextField } from '../../../components/field/text-field.tsx';
import { useToast } from '../../../components/toast/toast.tsx';
import { useErrorToast } from '../../../hooks/use-errors.ts';
import { useForm } from '../../../hooks/use-form.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { OperationDialog } from './operation-dialog.tsx';
import classes from './payments.module.css';
import { usePriceLabel } from './use-price-label.ts';

/** Fields of the form for a new code; dates in the format of a date field, `2026-11-24`. */
type DiscountTexts = Record<'code' | 'percent' | 'from' | 'until' | 'mostUses' | 'mostUsesEach', string>;

/** Validation errors of the fields. */
type DiscountMistake = 'code' | 'percent' | 'until' | 'count';

const WHOLE = /^[0-9]{1,7}$/;

const MAX_USES = 1_000_000;

/** Without letters and digits that are easily confused. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const LENGTH = 10;

const EVERY_PRICE: ReadonlySet<string> = new Set(PLAN_PRICES.map(({ uuid }) => uuid));

/** Form of a new discount code: reduction, prices, number of uses and end date. */
export function DiscountDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { t } = useTranslations('operators');
  const { fields, prices, setPrices, isBusy, handleSubmit } = useNewDiscount(() => {
    onDone();
    onClose();
  });
  return (
    <OperationDialog
      title={t('codes.new.title')}
      text={t('codes.new.text')}
      confirm={{ label: t('codes.new.confirm'), variant: 'primary' }}
      isBusy={isBusy}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className="grid items-start gap-4 grid-cols-2">
        <TextField
          {...fields.input('code')}
          label={t('codes.code')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={CODE_LENGTH.most}
        />
        <TextField
          {...fields.input('percent')}
          label={t('codes.percent')}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <PriceChoice chosen={prices} onChange={setPrices} />
      <div className="grid items-start gap-4 grid-cols-2">
        <TextField {...fields.input('from')} label={t('codes.from.optional')} type="date" />
        <TextField {...fields.input('until')} label={t('codes.until.optional')} type="date" />
        <TextField
          {...fields.input('mostUses')}
          label={t('codes.mostUses')}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          {...fields.input('mostUsesEach')}
          label={t('codes.mostUsesEach')}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <p className={classes.note}>{t('codes.limits')}</p>
    </OperationDialog>
  );
}

/** State and submission of the form. @param onMade - called when the code exists */
function useNewDiscount(onMade: () => void) {
  const { t } = useTranslations('operators');
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const [prices, setPrices] = useState(EVERY_PRICE);
  const [initial] = useState<DiscountTexts>(() => ({
    code: drawCode(),
    percent: '',
    from: '',
    until: '',
    mostUses: '',
    mostUsesEach: '1',
  }));
  const fields = useForm(initial, (texts) =>
    Object.fromEntries(
      Object.entries(findMistakes(texts)).map(([name, mistake]) => [name, t(`codes.wrong.${mistake}`)]),
    ),
  );
  const { isBusy, submit } = useSubmit(
    async () => {
      const chosen = prices.size === EVERY_PRICE.size ? null : [...prices];
      const { code } = await client.call('createDiscount', { body: readDiscount(fields.values, chosen) });
      toast({ kind: 'success', text: t('codes.made', { code }) });
      onMade();
    },
    (error) => {
      const isTaken = error instanceof ApiError && error.violation('code')?.code === 'discount.code.taken';
      if (isTaken) {
        fields.setError('code', t('codes.wrong.taken'));
      } else {
        showError(error);
      }
    },
  );
  const handleSubmit = () => {
    if (fields.validate() && prices.size > 0) {
      submit();
    }
  };
  return { fields, prices, setPrices, isBusy, handleSubmit };
}

/** Prices that a code applies to; at least one. */
function PriceChoice({
  chosen,
  onChange,
}: {
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}) {
  const { t } = useTranslations('operators');
  const priceLabel = usePriceLabel();
  const toggle = (uuid: string, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) {
      next.add(uuid);
    } else {
      next.delete(uuid);
    }
    onChange(next);
  };
  return (
    <fieldset className={classes.choices}>
      <legend>{t('codes.prices')}</legend>
      {PLAN_PRICES.map((price) => (
        <Checkbox
          key={price.uuid}
          label={priceLabel(price)}
          checked={chosen.has(price.uuid)}
          onChange={(event) => toggle(price.uuid, event.target.checked)}
        />
      ))}
      {chosen.size === 0 && (
        <p role="alert" className="text-(--error) text-13 col-span-full">
          {t('codes.wrong.prices')}
        </p>
      )}
    </fieldset>
  );
}

/** Validates the fields by the server's clock. */
export function findMistakes(texts: DiscountTexts): Partial<Record<keyof DiscountTexts, DiscountMistake>> {
  const percent = readCount(texts.percent);
  const end = texts.until === '' ? null : endOfDay(texts.until);
  const isTooEarly =
    end !== null && (end.getTime() <= serverNow() || (texts.from !== '' && end <= startOfDay(texts.from)));
  return {
    ...(isCode(toCode(texts.code)) ? {} : { code: 'code' }),
    ...(percent !== null && percent >= 1 && percent <= 100 ? {} : { percent: 'percent' }),
    ...(isTooEarly ? { until: 'until' } : {}),
    ...(isCount(texts.mostUses) ? {} : { mostUses: 'count' }),
    ...(isCount(texts.mostUsesEach) ? {} : { mostUsesEach: 'count' }),
  };
}

/** Request body of valid fields; an empty count is no limit, and the last day counts whole. */
export function readDiscount(
  texts: DiscountTexts,
  planPrices: string[] | null,
): RequestOf<'createDiscount'>['body'] {
  return {
    code: texts.code,
    discountPercentage: readCount(texts.percent) ?? 0,
    planPrices,
    startsAt: texts.from === '' ? null : startOfDay(texts.from).toISOString(),
    endsAt: texts.until === '' ? null : endOfDay(texts.until).toISOString(),
    mostUses: readCount(texts.mostUses),
    mostUsesEach: readCount(texts.mostUsesEach),
  };
}

/** Generates a random code. */
export function drawCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
}

function isCount(text: string): boolean {
  const count = readCount(text);
  return text.trim() === '' || (count !== null && count >= 1 && count <= MAX_USES);
}

function readCount(text: string): number | null {
  return WHOLE.test(text.trim()) ? Number(text.trim()) : null;
}

function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00`);
}

function endOfDay(day: string): Date {
  const end = startOfDay(day);
  end.setDate(end.getDate() + 1);
  return end;
}
