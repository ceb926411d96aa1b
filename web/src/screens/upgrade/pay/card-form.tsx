import { findText } from '@diorama/shared/i18n/t.ts';
import { serverNow } from '../../../api/server-time.ts';
import { Alert } from '../../../components/feedback/alert.tsx';
import { TextField } from '../../../components/field/text-field.tsx';
import { type FormState, useForm } from '../../../hooks/use-form.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { type CardName, checkCard, groupDigits, slashExpiry } from './card-fields.ts';

/** State of the sandbox's card form, with errors in the language of the page. */
export function useCardFields(): FormState<CardName> {
  const { t } = useTranslations('pay');
  return useForm<CardName>({ number: '', expiry: '', cvc: '' }, (texts) =>
    Object.fromEntries(
      Object.entries(checkCard(texts, new Date(serverNow()))).map(([name, key]) => [name, t(key)]),
    ),
  );
}

/** Number, expiry and code of a test card. */
export function CardForm({ fields }: { fields: FormState<CardName> }) {
  const { t } = useTranslations('pay');
  const number = fields.input('number');
  const expiry = fields.input('expiry');
  return (
    <>
      <Alert kind="info">{t('card.sandbox')}</Alert>
      <TextField
        {...number}
        size="large"
        label={t('card.number')}
        inputMode="numeric"
        autoComplete="off"
        placeholder="4242 4242 4242 4242"
        onChange={(event) => {
          event.target.value = groupDigits(event.target.value);
          number.onChange(event);
        }}
      />
      <div className="grid items-start gap-3 grid-cols-2">
        <TextField
          {...expiry}
          size="large"
          label={t('card.expiry')}
          inputMode="numeric"
          autoComplete="off"
          placeholder="12/30"
          maxLength={9}
          onChange={(event) => {
            event.target.value = slashExpiry(event.target.value);
            expiry.onChange(event);
          }}
        />
        <TextField
          {...fields.input('cvc')}
          size="large"
          label={t('card.cvc')}
          inputMode="numeric"
          autoComplete="off"
          placeholder="123"
          maxLength={4}
        />
      </div>
    </>
  );
}

/** Translates the sandbox's errors into the language of the page. */
export function useSandboxErrorText(): (error: { code: string; message: string }) => string {
  const { t } = useTranslations('pay');
  return ({ code, message }) => findText(t, `error.${code}`) ?? message;
}
