import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fireEvent, userEvent, within } from 'storybook/test';
import { icons } from '../../engine/author/icons.ts';
import type { Screen } from '../../engine/model.ts';
import type { ScreenOf } from '../../engine/run/steps/rules.ts';
import { Checkbox } from '../../web/ui/Checkbox.tsx';
import { FieldError } from '../../web/ui/FieldError.tsx';
import { FormError } from '../../web/ui/FormError.tsx';
import { Icon } from '../../web/ui/Icon.tsx';
import { PasswordField } from '../../web/ui/PasswordField.tsx';
import { Select, SelectChips } from '../../web/ui/Select.tsx';
import { TextField } from '../../web/ui/TextField.tsx';
import { type Own, QuizField } from './QuizField.tsx';
import { Example, Shelf } from './Shelf.tsx';

const meta = { title: 'Design system/Fields' } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const TextFields: Story = {
  name: 'Text field',
  render: () => (
    <Shelf
      title="Text field"
      use="For a line that only the visitor can write. The label stays above; help says what is expected before anything goes wrong."
    >
      <Example name="Empty, with a placeholder">
        <TextField label="Your name" placeholder="Ana" />
      </Example>
      <Example name="Optional, with help">
        <TextField label="What shall we call you?" remark="optional" help="Only you will see it." />
      </Example>
      <Example name="Filled in">
        <TextField label="Email" type="email" defaultValue="ana@example.com" />
      </Example>
      <Example name="Wrong">
        <TextField label="Email address" type="email" defaultValue="ana@" error="This is not a whole address." />
      </Example>
      <Example name="Not to be changed now">
        <TextField label="Country" defaultValue="Spain" disabled />
      </Example>
    </Shelf>
  ),
};

export const PasswordFields: Story = {
  name: 'Password field',
  render: () => (
    <Shelf
      title="Password field"
      use="For passwords alone: hidden until the writer wants to see it, and known to password managers."
    >
      <Example name="Hidden or seen">
        <PasswordField label="Password" autoComplete="current-password" defaultValue="a long sentence" />
      </Example>
      <Example name="Wrong">
        <PasswordField label="New password" autoComplete="new-password" error="At least 8 characters." />
      </Example>
    </Shelf>
  ),
  play: async ({ canvasElement }) => {
    const field = within(canvasElement).getByLabelText<HTMLInputElement>('Password');
    await expect(field.type).toBe('password');
    await userEvent.click(field.parentElement!.querySelector('button')!);
    await expect(field.type).toBe('text');
  },
};

const birthday: Own<ScreenOf<'date'>> = {
  type: 'date',
  title: 'When were you born?',
  min: '1900-01-01',
  max: '2026-11-22',
};

export const Dates: Story = {
  name: 'Date of a quiz',
  render: () => (
    <Shelf
      title="Date"
      use="For a day that the visitor knows, such as a birthday: typed, or picked in the browser's own calendar. Above it stands from when to when, in words."
    >
      <Example name="Empty">
        <QuizField name="empty" screen={birthday} />
      </Example>
      <Example name="Answered before">
        <QuizField name="answered" screen={{ ...birthday, answer: '1990-04-05' }} />
      </Example>
      <Example name="Too late">
        <QuizField name="late" screen={{ ...birthday, answer: '2026-11-23' }} />
      </Example>
    </Shelf>
  ),
  play: async ({ canvasElement }) => {
    const forms = [...canvasElement.querySelectorAll('form')];
    const [, answered, late] = forms.map((form) => form.querySelector('input')!);
    await expect(answered).toHaveValue('1990-04-05');
    await userEvent.click(within(forms[2]!).getByRole('button'));
    await expect(late).toHaveFocus();
    await expect(late).toHaveAccessibleDescription(/November 22, 2026 or an earlier day|22 de noviembre de 2026/);
    await fireEvent.change(late!, { target: { value: '2026-11-22' } });
    await expect(within(forms[2]!).getByRole('alert')).toHaveTextContent(/^$/);
    await fireEvent.change(late!, { target: { value: '2026-11-23' } });
  },
};

const bedtime: Own<ScreenOf<'time'>> = {
  type: 'time',
  title: 'When do you go to bed?',
  min: '20:00',
  max: '04:00',
};

export const Times: Story = {
  name: 'Time of a quiz',
  render: () => (
    <Shelf
      title="Time of day"
      use="For a time that the visitor knows, such as bedtime: typed, or picked in the browser's own clock. Where it has limits, they stand above it in words; they may go over midnight."
    >
      <Example name="Empty">
        <QuizField name="empty" screen={bedtime} />
      </Example>
      <Example name="Answered before">
        <QuizField name="answered" screen={{ ...bedtime, answer: '23:30' }} />
      </Example>
      <Example name="Outside its limits">
        <QuizField name="outside" screen={{ ...bedtime, answer: '19:00' }} />
      </Example>
      <Example name="May be left out">
        <QuizField name="optional" screen={{ ...bedtime, optional: true }} />
      </Example>
    </Shelf>
  ),
  play: async ({ canvasElement }) => {
    const forms = [...canvasElement.querySelectorAll('form')];
    const [, answered, outside] = forms.map((form) => form.querySelector('input')!);
    await expect(answered).toHaveValue('23:30');
    await userEvent.click(within(forms[2]!).getByRole('button'));
    await expect(outside).toHaveFocus();
    await expect(outside).toHaveAccessibleDescription(/from 8:00.PM to 4:00.AM|de las 20:00 a las 4:00/);
  },
};

const cities = ['Bogotá', 'Buenos Aires', 'Cádiz', 'Lima', 'London', 'Málaga', 'México', 'New York', 'Valencia'];
const city: Own<ScreenOf<'select'>> = {
  type: 'select',
  title: 'Where do you sleep best?',
  options: cities.map((label) => ({ key: label, label, exclusive: false })),
};

export const LongLists: Story = {
  name: 'Select of a quiz',
  render: () => (
    <Shelf
      title="Select of a quiz"
      use="For a list that is too long to read, such as countries: the visitor types some letters, whatever their case and accents. With fewer than ten options, rows that can all be seen are better."
    >
      <Example name="Everything there is">
        <QuizField name="all" screen={city} />
      </Example>
      <Example name="Searched">
        <QuizField name="searched" screen={city} />
      </Example>
      <Example name="Answered before">
        <QuizField name="before" screen={{ ...city, answer: 'México' }} />
      </Example>
    </Shelf>
  ),
  play: async ({ canvasElement }) => {
    const [all, searched, before] = within(canvasElement).getAllByRole('combobox');
    await expect(all).toHaveAttribute('aria-expanded', 'true');
    await expect(before).toHaveAttribute('aria-activedescendant');
    await userEvent.type(searched!, 'ma');
    const list = document.getElementById(searched!.getAttribute('aria-controls')!)!;
    await expect(
      within(list)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Málaga', 'Lima']);
  },
};

const evenings = { moon: 'Calm, with a book', phone: 'With my phone', people: 'With friends', work: 'Still working' };

const evening: Own<Extract<Screen, { type: 'single_choice' }>> = {
  type: 'single_choice',
  title: 'How is your evening?',
  options: Object.entries(evenings).map(([key, label]) => ({
    key,
    label,
    icon: icons[key as keyof typeof evenings],
    exclusive: false,
  })),
  answer: 'moon',
};

export const OptionIcons: Story = {
  name: 'Icons of options',
  render: () => (
    <Shelf
      title="Icons of options"
      use="A small drawing for eyes that skim, on all options of a question or on none. The words say it all: screen readers say nothing of it."
    >
      <Example name="On each option">
        <QuizField name="icons" screen={evening} />
      </Example>
      <Example name="All of them">
        <p>
          {Object.entries(icons).map(([icon, path]) => (
            <span key={icon} title={icon}>
              <Icon path={path} size={32} />{' '}
            </span>
          ))}
        </p>
      </Example>
    </Shelf>
  ),
};

const scale = (max: number): Own<ScreenOf<'number'>> => ({
  type: 'number',
  title: 'I fall asleep easily.',
  input: 'scale',
  min: max > 7 ? 0 : 1,
  max,
  step: 1,
  lowest: 'Not at all',
  highest: 'Completely',
});

export const Scales: Story = {
  name: 'Scale of a quiz',
  render: () => (
    <Shelf
      title="Scale"
      use="For how much something is so. One row where each point has room for a finger, else one below the other: never two rows."
    >
      <Example name="Five points">
        <QuizField name="five" screen={scale(5)} />
      </Example>
      <Example name="Seven points">
        <QuizField name="seven" screen={scale(7)} />
      </Example>
      <Example name="From 0 to 10">
        <QuizField name="eleven" screen={scale(10)} />
      </Example>
    </Shelf>
  ),
};

export const Checkboxes: Story = {
  name: 'Checkbox',
  render: () => (
    <Shelf
      title="Checkbox"
      use="For agreeing to something, or for any number out of a few. To choose one of some, use a quiz's rows or a select."
    >
      <Example name="Open and ticked">
        <Checkbox>Write to me when there is something new.</Checkbox>
        <Checkbox defaultChecked>Remember me.</Checkbox>
      </Example>
      <Example name="Needed, and not ticked">
        <Checkbox error="We need your consent.">I agree to the terms.</Checkbox>
      </Example>
    </Shelf>
  ),
};

const topics = [
  { value: 'sleep', title: 'Sleep' },
  { value: 'stress', title: 'Stress' },
  { value: 'joy', title: 'Joy' },
] as const;

function OneTopic({
  label,
  clearable = false,
  disabled = false,
}: {
  label: string;
  clearable?: boolean;
  disabled?: boolean;
}) {
  const [value, setValue] = useState<(typeof topics)[number]['value'] | null>(clearable ? 'sleep' : null);
  return (
    <Select
      label={label}
      options={topics}
      value={value}
      onChange={setValue}
      clearable={clearable}
      disabled={disabled}
    />
  );
}

function SomeTopics() {
  const [value, setValue] = useState<readonly (typeof topics)[number]['value'][]>(['sleep', 'joy']);
  return <Select multiple label="Several topics" options={topics} value={value} onChange={setValue} />;
}

export const Selects: Story = {
  name: 'Select',
  render: () => (
    <Shelf
      title="Select"
      use="For one or several out of many. With fewer than six, rows that can all be seen are better."
    >
      <Example name="Nothing chosen yet">
        <div>
          <OneTopic label="Topic" />
        </div>
      </Example>
      <Example name="Chosen, can be cleared">
        <div>
          <OneTopic label="First topic" clearable />
        </div>
      </Example>
      <Example name="Several, each with a chip that takes it out">
        <div>
          <SomeTopics />
        </div>
      </Example>
      <Example name="Not to be changed now">
        <div>
          <OneTopic label="Fixed topic" disabled />
        </div>
      </Example>
    </Shelf>
  ),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Remove Joy' }));
    await expect(within(canvasElement).queryByRole('button', { name: 'Remove Joy' })).toBeNull();
  },
};

export const Chips: Story = {
  name: 'Select chips',
  render: () => (
    <Shelf
      title="Select chips"
      use="What is chosen in a select of several; a press on one takes it out. Only inside of a select."
    >
      <Example name="Chosen">
        <SelectChips
          chosen={topics}
          disabled={false}
          labelOf={(title) => `Remove ${title}`}
          onRemove={() => undefined}
        />
      </Example>
      <Example name="Not to be changed now">
        <SelectChips chosen={topics} disabled labelOf={(title) => `Fixed: ${title}`} onRemove={() => undefined} />
      </Example>
    </Shelf>
  ),
};

export const Errors: Story = {
  name: 'Field error and form error',
  render: () => (
    <Shelf
      title="Errors"
      use="A field error says what is wrong with one field, below it. A form error says why the form as a whole was refused, above its button. Both are read out when they appear."
    >
      <Example name="Field error">
        <FieldError id="example-error">Choose one of the answers.</FieldError>
      </Example>
      <Example name="Form error">
        <FormError>Email or password is not right.</FormError>
      </Example>
    </Shelf>
  ),
};
