import type { FieldOf, OptionOf } from '../../engine/typed-answers.ts';

/** The four quizzes of the specification (sections 2 and 3). */
export const quizzes = [
  { path: '/daily-emotional-reset', storageKey: 'wizardEmotionalReset' },
  { path: '/nervous-system-overload', storageKey: 'wizardNervousSystemOverload' },
  { path: '/self-confidence', storageKey: 'wizardSelfConfidence' },
  { path: '/sleep-issues', storageKey: 'wizardSleepIssues' },
] as const;

/** Section 3, quiz 1 answers: the field of each question step and its option keys. */
export const quizOneFields: {
  readonly [Field in FieldOf<'daily-emotional-reset'>]: readonly OptionOf<'daily-emotional-reset', Field>[];
} = {
  morningFeel: [
    'rushed_or_chaotic',
    'empty_or_meaningless',
    'heavy_with_dread',
    'tired_even_after_sleep',
    'neutral_just_autopilot',
    'sometimes_hopeful_but_rare',
  ],
  innerVoice: [
    'critical_and_harsh',
    'doubtful_or_fearful',
    'passive_or_disconnected',
    'busy_and_distracted',
    'gentle_but_not_consistent',
  ],
  loveToFeel: ['joy', 'calm_focus', 'confidence', 'inner_peace', 'lightness', 'motivation', 'self_love'],
  oftenTellYourself: [
    'behind',
    'dont_look_good_enough',
    'cant_relax',
    'nobody_really_sees_me',
    'whats_the_point',
    'always_mess_it_up',
  ],
  howVoiceAffect: [
    'lose_energy_or_joy',
    'overthink_everything',
    'feel_numb_or_disconnected',
    'self_sabotage_or_hide',
    'makes_me_anxious_or_tense',
  ],
  feelEveryDay: [
    'lightness_and_peace',
    'strength_and_calm',
    'confidence_and_flow',
    'joy_and_freedom',
    'belonging_and_self_love',
  ],
  whenMoodTendToDip: [
    'mornings',
    'midday_after_lunch',
    'evenings',
    'random_waves_during_day',
    'pretty_constant_lately',
  ],
  phrasesFeelNourishingToHear: [
    'you_are_doing_enough',
    'peace_is_allowed_here',
    'your_worth_is_not_tied_to_output',
    'this_moment_can_be_soft',
    'its_safe_to_be_happy_again',
    'youre_allowed_to_feel_good',
  ],
  deliveryMethod: [
    'morning_audio_reminders',
    'quiet_text_or_lockscreen_quotes',
    'evening_reflection_affirmations',
    'random_surprise_messages_during_the_day',
    'personal_daily_mantra_to_repeat',
  ],
  kindOfLifeYouWant: [
    'life_with_more_joy',
    'calmer_daily_rhythm',
    'feeling_good_in_my_body_and_mind',
    'being_kind_to_myself_finally',
    'letting_go_of_the_past',
    'showing_up_as_the_real_me',
  ],
};
