import { formatLanguage } from '@diorama/shared/i18n/format.ts';
import { LANGUAGES, type Language } from '@diorama/shared/i18n/t.ts';
import { Globe } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../components/button/button.tsx';
import { Dropdown } from '../components/menu/dropdown.tsx';
import type { MenuItem } from '../components/menu/menu-items.ts';
import { rememberLanguage, splitLanguage } from '../guards/language-of-path.ts';
import { useLanguage, useT } from '../hooks/use-language.tsx';

/** Menu items that change the language; the page and its query stay. */
export function useLanguageItems(): MenuItem[] {
  const current = useLanguage();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const change = (language: Language) => {
    rememberLanguage(language);
    navigate(`/${language}/${splitLanguage(pathname).rest}${search}`, { replace: true });
  };
  return LANGUAGES.map((language) => ({
    key: language,
    label: formatLanguage(language),
    isChecked: language === current,
    onSelect: () => change(language),
  }));
}

/** Language menu for pages without a user menu. */
export function LanguageMenu() {
  const t = useT();
  const language = useLanguage();
  const items = useLanguageItems();
  return (
    <Dropdown
      label={t('language.label')}
      items={items}
      trigger={(props) => (
        <Button
          {...props}
          variant="ghost"
          icon={<Globe size={16} aria-hidden="true" />}
          aria-label={`${t('language.label')}: ${formatLanguage(language)}`}
        >
          {formatLanguage(language)}
        </Button>
      )}
    />
  );
}
