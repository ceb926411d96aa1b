import type { BillingInfo } from '@diorama/shared/contract/billing.ts';
import { COUNTRIES } from '@diorama/shared/domain/countries.ts';
import { useMemo } from 'react';
import { FieldFrame } from '../../../components/field/field-frame.tsx';
import { TextField } from '../../../components/field/text-field.tsx';
import { type Fields, useFields } from '../../../hooks/use-fields.ts';
import { usePayWords } from '../../../hooks/use-pay-words.ts';
import { isEmail } from '../../is-email.ts';
import classes from './pay.module.css';

const NAMES = ['name', 'email', 'addressLine1', 'city', 'state', 'postalCode', 'country', 'legalId'] as const;
export type BillingName = (typeof NAMES)[number];
type Texts = Record<BillingName, string>;

/** What must be there for details to be whole, where they are asked for. */
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

/** The texts of billing details; an address for mail must be one, and with `isWhole` nothing that is needed may be empty. */
export function useBillingFields(
  info: BillingInfo | null,
  { isWhole } = { isWhole: false },
): Fields<BillingName> {
  const { t } = usePayWords();
  const initial = Object.fromEntries(NAMES.map((name) => [name, info?.[name] ?? ''])) as Texts;
  return useFields<BillingName>(initial, (texts) => {
    const empty = isWhole ? NEEDED.filter((name) => texts[name].trim() === '') : [];
    const isWrong = texts.email.trim() !== '' && !isEmail(texts.email.trim());
    return {
      ...Object.fromEntries(empty.map((name) => [name, t('details.fill')])),
      ...(isWrong ? { email: t('details.email.wrong') } : {}),
    };
  });
}

/** As the server takes them: what is empty is nothing. */
export function toBillingBody(texts: Texts): Record<BillingName, string | null> {
  return Object.fromEntries(NAMES.map((name) => [name, texts[name].trim() || null])) as Record<
    BillingName,
    string | null
  >;
}

/** The fields of billing details. */
export function BillingFields({ fields }: { fields: Fields<BillingName> }) {
  const { t } = usePayWords();
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
      <div className={classes.pair}>
        {field('postalCode')}
        {field('city')}
      </div>
      <div className={classes.pair}>
        {field('state')}
        <CountryField fields={fields} />
      </div>
      {field('legalId')}
    </div>
  );
}

/** The countries of the world by their names, in the order of the language. */
function CountryField({ fields }: { fields: Fields<BillingName> }) {
  const { t, language } = usePayWords();
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
          // The same text as an input's: what is chosen.
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
