import type { Tag } from '@diorama/shared/contract/tags.ts';
import { TAG_COLORS } from '@diorama/shared/domain/tag-colors.ts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { Dropdown } from '../../components/menu/dropdown.tsx';
import { Confirm, Modal } from '../../components/modal/modal.tsx';
import { useErrorText, useErrorToast } from '../../hooks/use-errors.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useTags } from '../../hooks/use-tags.ts';
import classes from './dialogs.module.css';
import { TagDot } from './tag-colors.tsx';

const MAX_TAG_NAME = 60;

/** Renames, recolours and deletes the workspace's tags. `onChanged` is called when scenes may look different. */
export function TagsDialog({ onChanged, onClose }: { onChanged: () => void; onClose: () => void }) {
  const t = useT();
  const { client } = useApi();
  const { tags, reload } = useTags();
  const [deleting, setDeleting] = useState<Tag | null>(null);
  const handle = useErrorToast();
  const settle = () => {
    reload();
    onChanged();
  };
  const remove = (tag: Tag) => {
    client.call('deleteTag', { params: { id: tag.uuid } }).then(settle, handle);
  };
  return (
    <>
      <Modal
        title={t('tags.title')}
        text={t('tags.text')}
        onClose={onClose}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        }
      >
        {tags.length === 0 && <p className="text-(--text-3) text-13">{t('label.tags.none')}</p>}
        <ul className="flex overflow-auto max-h-[24rem] flex-col gap-2">
          {tags.map((tag) => (
            <TagRow key={tag.uuid} tag={tag} onChanged={settle} onDelete={() => setDeleting(tag)} />
          ))}
        </ul>
      </Modal>
      {deleting && (
        <Confirm
          title={t('tags.delete.title', { name: deleting.name })}
          text={t('tags.delete.text', { count: deleting.compositionsNumber })}
          confirmLabel={t('common.delete')}
          isDangerous
          onConfirm={() => remove(deleting)}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}

function TagRow({ tag, onChanged, onDelete }: { tag: Tag; onChanged: () => void; onDelete: () => void }) {
  const t = useT();
  const { client } = useApi();
  const errorText = useErrorText();
  const handle = useErrorToast();
  const [name, setName] = useState(tag.name);
  const [error, setError] = useState<string>();
  const patch = (body: { name?: string; color?: Tag['color'] }) => {
    client.call('patchTag', { params: { id: tag.uuid }, body }).then(
      () => {
        setError(undefined);
        onChanged();
      },
      (failure: unknown) => {
        if (failure instanceof ApiError && failure.status === 422) {
          setError(errorText(failure));
          return;
        }
        handle(failure);
      },
    );
  };
  const handleLeave = () => {
    const next = name.trim();
    if (next === '') {
      setError(t('field.required'));
    } else if (next === tag.name) {
      setError(undefined);
    } else {
      patch({ name: next });
    }
  };
  return (
    <li className={classes.row}>
      <Dropdown
        label={t('tags.color', { name: tag.name })}
        align="start"
        items={TAG_COLORS.map((color) => ({
          key: color,
          label: t(`tags.color.${color}`),
          icon: <TagDot color={color} />,
          needsServer: true,
          onSelect: () => patch({ color }),
        }))}
        trigger={(props) => (
          <IconButton
            {...props}
            label={t('tags.color', { name: tag.name })}
            icon={<TagDot color={tag.color} />}
          />
        )}
      />
      <TextField
        label={t('tags.name', { name: tag.name })}
        isLabelHidden
        value={name}
        error={error}
        maxLength={MAX_TAG_NAME}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
        onBlur={handleLeave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.currentTarget.blur();
          }
        }}
      />
      <span className="min-w-12 text-(--text-3) text-12 text-right">
        {t('dashboard.count', { count: tag.compositionsNumber })}
      </span>
      <IconButton
        label={t('tags.delete', { name: tag.name })}
        icon={<Trash2 size={16} aria-hidden="true" />}
        onClick={onDelete}
      />
    </li>
  );
}
