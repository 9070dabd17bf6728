import { addons } from 'storybook/manager-api';

/** The whole window is for the story; the panel of interactions and accessibility opens with the key A. */
addons.setConfig({ showPanel: false });
