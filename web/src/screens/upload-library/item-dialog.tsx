import { type Material, material as materialSchema } from '@diorama/shared/scene/material.ts';
import { useId, useState } from 'react';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Form } from '../../components/field/form.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useLibraryTranslations } from '../../hooks/use-library-translations.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import type { LibraryItem } from '../../library/use-library.ts';
import {
  bodyOf,
  DETAILS_DEFAULTS,
  type ItemDetails,
  ItemDetailsFields,
  isAddress,
} from './item-details-fields.tsx';
import { MaterialFields } from './material-fields.tsx';

/** Edits a public library item; without one, creates a material. */
export function ItemDialog({
  shelf,
  item,
  onClose,
  onSaved,
}: {
  shelf: 'models' | 'materials';
  item: LibraryItem | null;
  onClose: () => void;
  onSaved: () => void;
}) {
  const t = useT();
  const words = useLibraryTranslations();
  const formId = useId();
  const toast = useToast();
  const showError = useErrorToast();
  const [name, setName] = useState(item?.name ?? '');
  const [description, setDescription] = useState(item?.description ?? '');
  const [details, setDetails] = useState<ItemDetails>(item ? detailsOf(item) : DETAILS_DEFAULTS);
  const [material, setMaterial] = useState<Material>(() => materialOf(item));
  const [isNameMissing, setIsNameMissing] = useState(false);
  const save = useSave(shelf, item);
  const { isBusy, submit } = useSubmit(async () => {
    await save({
      ...bodyOf(details),
      name: name.trim(),
      description: description.trim() || null,
      ...(shelf === 'materials' && { material: { ...material, name: name.trim() } }),
    });
    toast({ kind: 'success', text: words.t('upload.saved') });
    onSaved();
    onClose();
  }, showError);
  return (
    <Modal
      size="large"
      title={words.t(item ? 'upload.edit.title' : 'upload.new')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <NetworkButton type="submit" form={formId} variant="primary" isLoading={isBusy}>
            {item ? t('common.save') : words.t('upload.create')}
          </NetworkButton>
        </>
      }
    >
      <Form
        id={formId}
        className="flex flex-col gap-3"
        onSubmit={() => {
          setIsNameMissing(name.trim() === '');
          if (name.trim() !== '' && isAddress(details.url)) {
            submit();
          }
        }}
      >
        <TextField
          label={words.t('upload.name')}
          value={name}
          maxLength={120}
          autoComplete="off"
          error={isNameMissing && name.trim() === '' ? t('field.required') : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={words.t('upload.description')}
          value={description}
          maxLength={2_000}
          autoComplete="off"
          onChange={(event) => setDescription(event.target.value)}
        />
        <ItemDetailsFields shelf={shelf} details={details} onChange={setDetails} />
        {shelf === 'materials' && <MaterialFields material={material} onChange={setMaterial} />}
      </Form>
    </Modal>
  );
}

type Body = ReturnType<typeof bodyOf> & { name: string; description: string | null; material?: Material };

function useSave(shelf: 'models' | 'materials', item: LibraryItem | null): (body: Body) => Promise<void> {
  const { client } = useApi();
  return async (body) => {
    if (item === null) {
      await client.call('createLibraryItem', { params: { shelf }, body: { ...body, isShared: true } });
      return;
    }
    // An unchanged name keeps its translations.
    const { name, ...rest } = body;
    await client.call('patchLibraryItem', {
      params: { shelf, id: item.uuid },
      body: name === item.name ? rest : body,
    });
  };
}

function detailsOf({ category, tags = [], credit, isPublished = true }: LibraryItem): ItemDetails {
  return {
    category: category ? category.slice(category.lastIndexOf('/') + 1) : null,
    tags: tags.join(', '),
    author: credit?.author ?? '',
    licence: credit?.licence ?? '',
    url: credit?.url ?? '',
    isPublished,
  };
}

function materialOf(item: LibraryItem | null): Material {
  const parsed = materialSchema.safeParse(item?.material ?? {});
  return parsed.success ? parsed.data : materialSchema.parse({});
}
