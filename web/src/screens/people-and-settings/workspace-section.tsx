import type { Account } from '@diorama/shared/contract/accounts.ts';
import { useState } from 'react';
import { WorkspaceLogo } from '../../components/avatar/workspace-logo.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Form } from '../../components/field/form.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { PictureField } from '../../components/picture-field/picture-field.tsx';
import { Select } from '../../components/select/select.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { useErrorToast } from '../../hooks/use-error-toast.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import { ALL_INDUSTRIES, isIndustry } from '../industries.ts';
import { LabelledField, Section, SectionActions } from '../section/section.tsx';
import { useLogo } from '../use-logo.ts';
import classes from './settings.module.css';
import { useWorkspaceDetail } from './use-workspace-detail.ts';

/** Value for none, as a select cannot hold an empty one. */
const NO_INDUSTRY = 'none';

/** Name, industry and logo. */
export function WorkspaceSection({ account, isReadOnly }: { account: Account; isReadOnly: boolean }) {
  const t = useT();
  const { t: words } = useAccountTranslations();
  const toast = useToast();
  const showError = useErrorToast();
  const { detail } = account;
  const save = useWorkspaceDetail(account.uuid);
  const logo = useLogo(account.uuid);
  const [industry, setIndustry] = useState(detail.industry);
  const fields = useForm({ name: detail.name }, ({ name }) => ({
    ...(name.trim() === '' && { name: t('field.required') }),
  }));
  const { isBusy, submit } = useSubmit(async () => {
    await save({ accountName: fields.values.name.trim(), industry });
    toast({ kind: 'success', text: words('settings.saved') });
  }, showError);
  // Another client may have stored an industry as free text.
  const foreign = industry !== null && !isIndustry(industry) ? [{ value: industry, label: industry }] : [];
  const isChanged = fields.values.name !== detail.name || industry !== detail.industry;
  return (
    <Section title={words('settings.workspace')} text={words('settings.workspace.text')}>
      <PictureField
        label={words('settings.logo')}
        hint={words('settings.logo.hint')}
        shape="logo"
        picture={<WorkspaceLogo workspace={detail} size={64} />}
        hasPicture={detail.logoUrl !== null}
        isBusy={logo.isBusy}
        isDisabled={isReadOnly}
        onChoose={logo.choose}
        onRemove={logo.remove}
      />
      <Form className={classes.form} onSubmit={() => fields.validate() && submit()}>
        <TextField
          {...fields.input('name')}
          label={words('settings.name')}
          maxLength={80}
          disabled={isReadOnly}
          autoComplete="organization"
        />
        <LabelledField label={words('settings.industry')}>
          <Select
            label={words('settings.industry')}
            value={industry ?? NO_INDUSTRY}
            isDisabled={isReadOnly}
            options={[
              { value: NO_INDUSTRY, label: words('settings.industry.none') },
              ...foreign,
              ...ALL_INDUSTRIES.map((value) => ({
                value: value as string,
                label: words(`industry.${value}`),
              })),
            ]}
            onChange={(value) => setIndustry(value === NO_INDUSTRY ? null : value)}
          />
        </LabelledField>
        <SectionActions>
          <NetworkButton
            type="submit"
            variant="primary"
            isLoading={isBusy}
            disabled={isReadOnly || !isChanged}
          >
            {words('settings.save')}
          </NetworkButton>
        </SectionActions>
      </Form>
    </Section>
  );
}
