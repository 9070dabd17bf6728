import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { Icon } from '../../web/ui/Icon.tsx';
import { Logo } from '../../web/ui/Logo.tsx';
import { ProgressBar } from '../../web/ui/ProgressBar.tsx';
import { Spinner } from '../../web/ui/Spinner.tsx';
import { showToast } from '../../web/ui/toast.ts';
import { Example, Shelf } from './Shelf.tsx';

const meta = { title: 'Design system/Components' } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

export const Buttons: Story = {
  name: 'Button',
  render: () => (
    <Shelf
      title="Button"
      use="One primary on a screen, for what most people want next; secondary beside it; quiet for what is seldom wanted; danger for what can't be undone."
    >
      <Example name="Looks">
        <Button>Continue</Button>
        <Button look="secondary">Log in</Button>
        <Button look="quiet">Not now</Button>
        <Button look="danger">Delete my account</Button>
      </Example>
      <Example name="Small">
        <Button small>Continue</Button>
        <Button small look="secondary">
          Log in
        </Button>
      </Example>
      <Example name="As wide as its column">
        <Button wide>
          Get my plan <Icon name="forward" size={20} />
        </Button>
      </Example>
      <Example name="Work is under way, and not to be pressed">
        <Button busy>Saving</Button>
        <Button disabled>Continue</Button>
      </Example>
    </Shelf>
  ),
};

function DialogExample() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Open the dialog
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Leave the quiz?" closeLabel="Close">
        <p>Your answers are kept for when you come back.</p>
        <Button wide onClick={() => setOpen(false)}>
          Stay
        </Button>
      </Dialog>
    </>
  );
}

export const Dialogs: Story = {
  name: 'Dialog',
  render: () => (
    <Shelf title="Dialog" use="For a question that has to be answered before anything else; never for news.">
      <Example name="Opened by a press; closed by its cross, Escape or a press beside it">
        <DialogExample />
      </Example>
    </Shelf>
  ),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Open the dialog' }));
    await expect(await screen.findByRole('dialog', { name: 'Leave the quiz?' })).toBeVisible();
  },
};

export const ProgressBars: Story = {
  name: 'Progress bar',
  render: () => (
    <Shelf
      title="Progress bar"
      use="Above each step of a quiz: how far the visitor is. It only ever grows on the way forward."
    >
      {[1, 8, 16].map((value) => (
        <Example key={value} name={`Step ${value} of 16`}>
          <ProgressBar value={value} max={16} label="Progress" text={`Step ${value} of 16`} />
        </Example>
      ))}
    </Shelf>
  ),
};

export const Spinners: Story = {
  name: 'Spinner',
  render: () => (
    <Shelf
      title="Spinner"
      use="While something loads that can't be shown otherwise; in what is loading, or over the whole page at the start."
    >
      <Example name="In a text">
        <p>
          <Spinner />
        </p>
      </Example>
    </Shelf>
  ),
};

export const Toasts: Story = {
  name: 'Toast',
  render: () => (
    <Shelf
      title="Toast"
      use="What went wrong outside of a form, in red, or good news, calmly. Gone after four seconds, so never the only place for something that must be known."
    >
      <Example name="Shown by a press">
        <Button look="secondary" onClick={() => void showToast('Your changes are saved.', 'notice')}>
          Good news
        </Button>
        <Button look="secondary" onClick={() => void showToast('The connection was lost.')}>
          Something went wrong
        </Button>
      </Example>
    </Shelf>
  ),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Something went wrong' }));
    await waitFor(() => expect(screen.getAllByText('The connection was lost.')[0]).toBeVisible());
  },
};

export const Logos: Story = {
  name: 'Logo',
  render: () => (
    <Shelf
      title="Logo"
      use="At the head of every page. Compact where many controls stand beside it: on phones the mark stands alone."
    >
      <Example name="Full">
        <Logo name="Mind Reset" />
      </Example>
      <Example name="Compact">
        <Logo name="Mind Reset" compact />
      </Example>
    </Shelf>
  ),
};
