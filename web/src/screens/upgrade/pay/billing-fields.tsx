import type { BillingInfo } from '@diorama/shared/contract/billing.ts';
import { COUNTRIES } from '@diorama/shared/domain/countries.ts';
import { isEmail } from '@diorama/shared/domain/email.ts';
import { useMemo } from 'react';
import { FieldFrame } from '../../../components/field/field-frame.tsx';
import { TextField } from '../../../components/field/text-field.tsx';
import { type FormState, useForm } from '../../../hooks/use-form.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import classes from './pay.module.css';

const NAMES = ['name', 'email', 'addressLine1', 'city', 'state', 'postalCode', 'country', 'legalId'] as const;
type BillingName = (typeof NAMES)[number];
type Texts = Record<BillingName, string>;

/** Fields required for complete details, on pages that require them. */
const NEEDED: readonly BillingName[] = ['name', 'email', 'addressLine1', 'city', 'postalCode', 'country'];
const LENGTHS: Partial<Record<BillingName, number>> = { postalCode: 20, legalId: 40, addressLine1: 200 };
const DEFAULT_LENGTH = 120;
const COMPLETES: Partial<Record<BillingName, string>> = {
  name: 'name',
  email: 'email',
  addressLine1: 'address-line1',
  city: 'address-level2',
  state: 'address-level1',
  postalCode: 'postal-code',
};

/** State of the billing fields; the email must be valid, and with `isWhole` the required fields must be filled in. */
export function useBillingFields(
  info: BillingInfo | null,
  { isWhole } = { isWhole: false },
): FormState<BillingName> {
  const { t } = useTranslations('pay');
  const initial = Object.fromEntries(NAMES.map((name) => [name, info?.[name] ?? ''])) as Texts;
  return useForm<BillingName>(initial, (texts) => {
    const empty = isWhole ? NEEDED.filter((name) => texts[name].trim() === '') : [];
    const isWrong = texts.email.trim() !== '' && !isEmail(texts.email.trim());
    return {
      ...Object.fromEntries(empty.map((name) => [name, t('details.fill')])),
      ...(isWrong ? { email: t('details.email.wrong') } : {}),
    };
  });
}

/** Converts the fields to the API's format: empty text is null. */
export function toBillingBody(texts: Texts): Record<BillingName, string | null> {
  return Object.fromEntries(NAMES.map((name) => [name, texts[name].trim() || null])) as Record<
    BillingName,
    string | null
  >;
}

/** Fields of billing details. */
export function BillingFields({ fields }: { fields: FormState<BillingName> }) {
  const { t } = useTranslations('pay');
  const field = (name: Exclude<BillingName, 'country'>) => (
    <TextField
      {...fields.input(name)}
      label={t(`details.${name}`)}
      type={name === 'email' ? 'email' : 'text'}
      autoComplete={COMPLETES[name] ?? 'off'}
      maxLength={LENGTHS[name] ?? DEFAULT_LENGTH}
    />
  );
  return (
    <div className={classes.fields}>
      {field('name')}
      {field('email')}
      {field('addressLine1')}
      <div className="grid items-start gap-3 grid-cols-2">
        {field('postalCode')}
        {field('city')}
      </div>
      <div className="grid items-start gap-3 grid-cols-2">
        {field('state')}
        <CountryField fields={fields} />
      </div>
      {field('legalId')}
    </div>
  );
}

/** Country select, sorted by name in the language of the page. */
function CountryField({ fields }: { fields: FormState<BillingName> }) {
  const { t, language } = useTranslations('pay');
  const { name, value, error, onChange } = fields.input('country');
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    return COUNTRIES.map((code) => ({ code, label: names.of(code) ?? code })).toSorted((a, b) =>
      a.label.localeCompare(b.label, language),
    );
  }, [language]);
  return (
    <FieldFrame label={t('details.country')} error={error}>
      {(ties) => (
        <select
          {...ties}
          name={name}
          value={value}
          className={classes.select}
          autoComplete="country"
          // The handler reads only `value`, which both elements have.
          onChange={(event) => onChange(event as unknown as React.ChangeEvent<HTMLInputElement>)}
        >
          <option value="">{t('details.country.none')}</option>
          {options.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
