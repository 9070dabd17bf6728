import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ComponentType } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import { useTranslation } from 'react-i18next';
import type { Screen } from '../../engine/model.ts';
import type { RareType } from '../../engine/run/steps/index.ts';
import type { ScreenOf } from '../../engine/run/steps/rules.ts';
import type { FieldProps } from '../../web/quiz/fields/field.tsx';
import { fields } from '../../web/quiz/fields/rare-fields.tsx';
import { Example, Shelf } from './Shelf.tsx';

const meta = { title: 'Design system/Rare fields of a quiz' } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const quiz = { body: [], progress: { current: 3, final: 16, percent: 19 }, canGoBack: true } as const;

type RareScreen = Extract<Screen, { readonly type: RareType }>;
type Own<Shown> = Shown extends RareScreen ? Omit<Shown, keyof typeof quiz | 'stepId'> : never;

/** The control of a step, without the page around it. */
function QuizField({ name, screen }: { readonly name: string; readonly screen: Own<RareScreen> }) {
  const { t, i18n } = useTranslation('site');
  const Control = fields[screen.type].Control as ComponentType<FieldProps>;
  return (
    <>
      <p id={name}>{screen.title}</p>
      <Control
        screen={{ ...quiz, ...screen, stepId: name }}
        locale={i18n.language}
        t={t}
        headingId={name}
        pending={false}
        onAnswer={() => undefined}
        onNext={() => undefined}
      />
    </>
  );
}

const terms: Own<ScreenOf<'consent'>> = {
  type: 'consent',
  title: 'Before we go on',
  required: true,
  consent: {
    tag: 'span',
    parts: [
      'I have read the ',
      { tag: 'a', href: '/privacy-policy', parts: ['privacy policy'] },
      ' and agree that my answers on health are used for my result.',
    ],
  },
};

export const Consents: Story = {
  name: 'Consent',
  render: () => (
    <Shelf
      title="Consent"
      use="For something that the visitor agrees to, in words that can link to the whole of it. It is never ticked beforehand."
    >
      <Example name="Empty">
        <QuizField name="agree" screen={terms} />
      </Example>
      <Example name="Agreed before, optional">
        <QuizField
          name="agreed"
          screen={{ ...terms, required: false, consent: 'Send me tips, about once a week.', answer: 'yes' }}
        />
      </Example>
    </Shelf>
  ),
  play: async ({ canvasElement }) => {
    const [empty] = [...canvasElement.querySelectorAll('form')];
    await userEvent.click(within(empty!).getByRole('button'));
    await expect(within(empty!).getByRole('checkbox')).toHaveAccessibleDescription(/box|casilla/);
  },
};

const mobile: Own<ScreenOf<'phone'>> = {
  type: 'phone',
  title: 'Where may we call you?',
  required: true,
  countryCode: 34,
};

export const Phones: Story = {
  name: 'Telephone number',
  render: () => (
    <Shelf
      title="Telephone number"
      use="For a number to call. It may be typed as people write it; once the field is left, it shows what was read."
    >
      <Example name="With the country code of most visitors">
        <QuizField name="phone" screen={mobile} />
      </Example>
      <Example name="As a lead, from anywhere, optional">
        <QuizField
          name="lead"
          screen={{
            type: 'phone',
            title: mobile.title,
            required: false,
            placeholder: '+34 600 123 456',
            consent: 'We call you once, about your plan.',
          }}
        />
      </Example>
      <Example name="Too short">
        <QuizField name="short" screen={{ ...mobile, answer: '+34 600' }} />
      </Example>
    </Shelf>
  ),
  play: async ({ canvasElement }) => {
    const [first, , short] = [...canvasElement.querySelectorAll('form')];
    const input = within(first!).getByRole('textbox');
    await userEvent.type(input, '600 12 34 56');
    await userEvent.tab();
    await expect(input).toHaveValue('+34600123456');
    await userEvent.click(within(short!).getByRole('button'));
    await expect(within(short!).getByRole('alert')).not.toHaveTextContent(/^$/);
  },
};
