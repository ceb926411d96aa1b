import type { LibraryShelf } from '@diorama/shared/domain/library.ts';
import { Switch } from '../../components/field/checkbox.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import primitives from '../../components/primitives.module.css';
import { Select } from '../../components/select/select.tsx';
import { useLibraryTranslations } from '../../hooks/use-library-translations.ts';
import { useLibraryCategories } from '../../library/use-library.ts';

/** Metadata of an item besides its name, as form values. */
export type ItemDetails = {
  category: string | null;
  tags: string;
  author: string;
  licence: string;
  url: string;
  isPublished: boolean;
};

export const DETAILS_DEFAULTS: ItemDetails = {
  category: null,
  tags: '',
  author: '',
  licence: '',
  url: '',
  isPublished: true,
};

/** Select value for none. */
const NONE = '-';

/** Converts the metadata to the API's format. */
export function bodyOf({ category, tags, author, licence, url, isPublished }: ItemDetails) {
  const words = tags
    .split(',')
    .map((tag) => tag.trim().slice(0, 40))
    .filter((tag) => tag !== '');
  return {
    category,
    tags: [...new Set(words)].slice(0, 20),
    credit:
      author.trim() === ''
        ? null
        : { author: author.trim(), licence: licence.trim() || null, url: url.trim() || null },
    isPublished,
  };
}

/** Whether an address is empty or a valid web address. */
export function isAddress(url: string): boolean {
  return url.trim() === '' || (/^https?:\/\//.test(url.trim()) && URL.canParse(url.trim()));
}

/** Fields of the metadata. */
export function ItemDetailsFields({
  shelf,
  details,
  onChange,
}: {
  shelf: LibraryShelf;
  details: ItemDetails;
  onChange: (details: ItemDetails) => void;
}) {
  const { t } = useLibraryTranslations();
  const categories = useLibraryCategories(shelf);
  const text = (key: 'tags' | 'author' | 'licence' | 'url', maxLength: number) => ({
    label: t(key === 'url' ? 'upload.source' : `upload.${key}`),
    value: details[key],
    maxLength,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange({ ...details, [key]: event.target.value }),
  });
  return (
    <div className="grid items-start gap-3 grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))]">
      <div className="flex min-w-0 flex-col gap-1">
        <span className={primitives.muted}>{t('upload.category')}</span>
        <Select
          label={t('upload.category')}
          value={details.category ?? NONE}
          options={[
            { value: NONE, label: t('upload.category.none') },
            ...categories.map(({ uuid, name }) => ({ value: uuid, label: name })),
          ]}
          onChange={(value) => onChange({ ...details, category: value === NONE ? null : value })}
        />
      </div>
      <TextField {...text('tags', 400)} hint={t('upload.tags.hint')} />
      <TextField {...text('author', 120)} />
      <TextField {...text('licence', 60)} />
      <TextField
        {...text('url', 500)}
        type="url"
        error={isAddress(details.url) ? undefined : t('upload.url.invalid')}
      />
      <Switch
        label={t('upload.publish')}
        checked={details.isPublished}
        onChange={(event) => onChange({ ...details, isPublished: event.currentTarget.checked })}
      />
    </div>
  );
}
