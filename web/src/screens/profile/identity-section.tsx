import type { User } from '@diorama/shared/contract/auth.ts';
import { useApi } from '../../api/provider.tsx';
import { Avatar } from '../../components/avatar/avatar.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Form } from '../../components/field/form.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { PictureField } from '../../components/picture-field/picture-field.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useAccountTranslations } from '../../hooks/use-account-translations.ts';
import { useErrorToast } from '../../hooks/use-error-toast.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import { Section, SectionActions } from '../section/section.tsx';
import classes from './profile.module.css';
import { useAvatar } from './use-avatar.ts';
import { useUpdateUser } from './use-update-user.ts';

/** Name and picture. */
export function IdentitySection({ user }: { user: User }) {
  const t = useT();
  const { t: words } = useAccountTranslations();
  const { workspaces } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const update = useUpdateUser(user);
  const avatar = useAvatar(user, workspaces.get(user.uuid));
  const fields = useForm({ name: user.name, lastName: user.lastName ?? '' }, ({ name }) => ({
    ...(name.trim() === '' && { name: t('field.required') }),
  }));
  const { name, lastName } = fields.values;
  const { isBusy, submit } = useSubmit(async () => {
    await update({ name: name.trim(), lastName: lastName.trim() === '' ? null : lastName.trim() });
    toast({ kind: 'success', text: words('profile.saved') });
  }, showError);
  const isChanged = name !== user.name || lastName !== (user.lastName ?? '');
  return (
    <Section title={words('profile.you')} text={words('profile.you.text')}>
      <PictureField
        label={words('profile.avatar')}
        hint={words('profile.avatar.hint')}
        shape="avatar"
        picture={<Avatar person={user} size={64} />}
        hasPicture={user.avatarUrl !== null}
        isBusy={avatar.isBusy}
        onChoose={avatar.choose}
        onRemove={avatar.remove}
      />
      <Form className={classes.form} onSubmit={() => fields.validate() && submit()}>
        <div className={classes.pair}>
          <TextField
            {...fields.input('name')}
            label={words('profile.name')}
            maxLength={80}
            autoComplete="given-name"
          />
          <TextField
            {...fields.input('lastName')}
            label={words('profile.lastName')}
            maxLength={80}
            autoComplete="family-name"
          />
        </div>
        <SectionActions>
          <NetworkButton type="submit" variant="primary" isLoading={isBusy} disabled={!isChanged}>
            {words('profile.save')}
          </NetworkButton>
        </SectionActions>
      </Form>
    </Section>
  );
}
