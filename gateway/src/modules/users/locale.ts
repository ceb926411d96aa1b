import { CodedError } from '@diorama/shared/contract/errors.ts';
import { isLanguage } from '@diorama/shared/i18n/t.ts';

const LOCALE = /^[a-z]{2}([-_][A-Za-z0-9]{2,8})*$/;

/** @throws CodedError `locale.unsupported` for an unsupported language. */
export function assertLocale(locale: string): void {
  if (!LOCALE.test(locale) || !isLanguage(locale.slice(0, 2))) {
    throw new CodedError('locale.unsupported', {
      violations: [{ propertyPath: 'locale', code: 'locale.unsupported' }],
    });
  }
}

/** @throws CodedError `request.invalid` for an unknown time zone. */
export function assertTimezone(timezone: string): void {
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: timezone });
  } catch (cause) {
    throw new CodedError('request.invalid', {
      violations: [{ propertyPath: 'timezone', code: 'user.timezone.unknown' }],
      cause,
    });
  }
}
