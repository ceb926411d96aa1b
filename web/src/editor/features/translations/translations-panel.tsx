import { formatLanguage } from '@diorama/shared/i18n/format.ts';
import type { Translation } from '@diorama/shared/scene/document.ts';
import { ownMember } from '@diorama/shared/scene/json.ts';
import { languagesOf, originalOf } from '@diorama/shared/scene/translations/languages.ts';
import { X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { useLanguage } from '../../../hooks/use-language.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import fields from '../../inspector/fields.module.css';
import { FoldButton } from '../values/fold-button.tsx';
import { RowField, RowSelect } from '../values/row-field.tsx';
import rows from '../values/values.module.css';
import {
  addTranslation,
  removeTranslation,
  type SceneText,
  sceneTextsOf,
  setOriginal,
  writeHeading,
  writeText,
} from './model/translations.ts';

/** Languages that are offered. */
const OFFERED =
  'ar bg ca cs da de el en es et eu fa fi fr gl he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk vi zh zh-TW'.split(
    ' ',
  );

/** Number of texts that are shown at first, and more each time. */
const PAGE = 100;

/** The languages of the scene's own texts. */
export function TranslationsPanel() {
  const editor = useEditor();
  const language = useLanguage();
  const { t } = useTranslations('translations');
  const document = useSignalValue(editor.scene.shared);
  const { translations } = document;
  const texts = useMemo(() => sceneTextsOf(document), [document]);
  const [open, setOpen] = useState<string | null>(null);
  const original = originalOf(translations);
  const languages = Object.keys(translations)
    .filter((code) => code !== original)
    .toSorted();
  const named = (codes: readonly string[]) =>
    codes
      .map((code) => ({ value: code, label: formatLanguage(code, language) }))
      .toSorted((a, b) => a.label.localeCompare(b.label, language));
  const free = OFFERED.filter((code) => !Object.hasOwn(translations, code));
  return (
    <>
      {languages.length === 0 && <p className={fields.note}>{t('translations.empty')}</p>}
      {languagesOf({ translations }).length > 0 && (
        <RowSelect
          label={t('translations.original')}
          value={original ?? null}
          none={t('translations.original.none')}
          options={named(original === undefined ? free : [original, ...free])}
          onWrite={(code) => setOriginal(editor, code)}
        />
      )}
      <ul className={rows.rows}>
        {languages.map((code) => (
          <Language
            key={code}
            code={code}
            row={ownMember(translations, code)}
            texts={texts}
            isOpen={open === code}
            onToggle={() => setOpen((before) => (before === code ? null : code))}
          />
        ))}
      </ul>
      <RowSelect
        label={t('translations.add')}
        value={null}
        none={t('translations.add')}
        options={named(free)}
        onWrite={(code) => {
          if (code !== null) {
            addTranslation(editor, code, language);
            setOpen(code);
          }
        }}
      />
    </>
  );
}

type LanguageProps = {
  code: string;
  row: Translation | undefined;
  texts: readonly SceneText[];
  isOpen: boolean;
  onToggle: () => void;
};

function Language({ code, row, texts, isOpen, onToggle }: LanguageProps) {
  const editor = useEditor();
  const { t } = useTranslations('translations');
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const name = formatLanguage(code, useLanguage());
  const done = texts.filter(({ path }) => textIn(row, path) !== '').length;
  return (
    <li className={rows.row}>
      <div className={rows.line}>
        <span className={rows.changeText}>{name}</span>
        <span className={fields.note}>{t('translations.count', { done, count: texts.length })}</span>
        <FoldButton label={t('translations.open', { language: name })} isOpen={isOpen} onToggle={onToggle} />
        <IconButton
          size="small"
          label={t('translations.remove', { language: name })}
          icon={<X size={14} aria-hidden="true" />}
          disabled={isReadOnly}
          onClick={() => removeTranslation(editor, code)}
        />
      </div>
      {isOpen && row && <Texts code={code} row={row} texts={texts} />}
    </li>
  );
}

function Texts({ code, row, texts }: { code: string; row: Translation; texts: readonly SceneText[] }) {
  const editor = useEditor();
  const { t } = useTranslations('translations');
  const [count, setCount] = useState(PAGE);
  return (
    <div className={rows.details}>
      {(['title', 'about'] as const).map((heading) => (
        <RowField
          key={heading}
          label={t(`translations.${heading}`)}
          spec={{ kind: 'text', maxLength: heading === 'title' ? 200 : 5_000, isLong: true, rows: 1 }}
          value={row[heading]}
          onWrite={(text) => writeHeading(editor, code, heading, String(text))}
        />
      ))}
      {texts.length === 0 && <p className={fields.note}>{t('translations.none')}</p>}
      {texts.slice(0, count).map(({ path, text, maxLength }) => (
        <RowField
          key={path}
          label={text}
          spec={{ kind: 'text', maxLength, isLong: true, rows: text.length > 40 ? 3 : 1 }}
          value={textIn(row, path)}
          onWrite={(translated) => writeText(editor, code, path, String(translated))}
        />
      ))}
      {texts.length > count && (
        <Button size="small" variant="ghost" onClick={() => setCount((before) => before + PAGE)}>
          {t('translations.more')}
        </Button>
      )}
    </div>
  );
}

/** The translation of a text; empty where there is none. */
function textIn(row: Translation | undefined, path: string): string {
  const text = row && ownMember(row.values, path);
  return typeof text === 'string' ? text : '';
}
