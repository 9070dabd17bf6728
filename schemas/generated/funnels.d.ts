// Written by `npm run funnel -- editor` from the funnels. Changes here are lost.

/** Every funnel by its id. */
export interface Funnels {
  "daily-emotional-reset": {
    locale: "en" | "es";
    step: "welcome" | "morning_feel" | "inner_voice" | "love_to_feel" | "voice_can_change" | "often_tell_yourself" | "how_voice_affects" | "thought_is_not_fact" | "feel_every_day" | "small_and_often" | "mood_dips" | "moods_have_hours" | "nourishing_phrases" | "delivery_method" | "kind_of_life" | "reset_ready";
    answers: {
      "morningFeel": "rushed_or_chaotic" | "empty_or_meaningless" | "heavy_with_dread" | "tired_even_after_sleep" | "neutral_just_autopilot" | "sometimes_hopeful_but_rare";
      "innerVoice": "critical_and_harsh" | "doubtful_or_fearful" | "passive_or_disconnected" | "busy_and_distracted" | "gentle_but_not_consistent";
      "loveToFeel": "joy" | "calm_focus" | "confidence" | "inner_peace" | "lightness" | "motivation" | "self_love";
      "oftenTellYourself": "behind" | "dont_look_good_enough" | "cant_relax" | "nobody_really_sees_me" | "whats_the_point" | "always_mess_it_up";
      "howVoiceAffect": "lose_energy_or_joy" | "overthink_everything" | "feel_numb_or_disconnected" | "self_sabotage_or_hide" | "makes_me_anxious_or_tense";
      "feelEveryDay": "lightness_and_peace" | "strength_and_calm" | "confidence_and_flow" | "joy_and_freedom" | "belonging_and_self_love";
      "whenMoodTendToDip": "mornings" | "midday_after_lunch" | "evenings" | "random_waves_during_day" | "pretty_constant_lately";
      "phrasesFeelNourishingToHear": "you_are_doing_enough" | "peace_is_allowed_here" | "your_worth_is_not_tied_to_output" | "this_moment_can_be_soft" | "its_safe_to_be_happy_again" | "youre_allowed_to_feel_good";
      "deliveryMethod": "morning_audio_reminders" | "quiet_text_or_lockscreen_quotes" | "evening_reflection_affirmations" | "random_surprise_messages_during_the_day" | "personal_daily_mantra_to_repeat";
      "kindOfLifeYouWant": "life_with_more_joy" | "calmer_daily_rhythm" | "feeling_good_in_my_body_and_mind" | "being_kind_to_myself_finally" | "letting_go_of_the_past" | "showing_up_as_the_real_me";
    };
    variable: "tension" | "disconnection" | "heaviness" | "self_criticism";
    outcome: "harsh_voice" | "always_on" | "heavy_days" | "on_autopilot" | "light_in_waves";
    goal: "wizard_start_reset" | "wizard_second_step_passed" | "wizard_finish_reset";
    variants: {
    };
  };
  "nervous-system-overload": {
    locale: "en" | "es";
    step: "welcome" | "overload_feel" | "body_places" | "racing_when" | "rest_effect" | "overload_since" | "alarm_facts" | "alarm_picture" | "settle_trouble" | "drains" | "sleep_hours" | "short_nights" | "under_pressure" | "last_calm" | "long_breath" | "want_instead" | "quiet_time" | "preparing";
    answers: {
      "overloadFeel": "tight_body" | "on_edge" | "racing_mind" | "worn_out" | "shut_down";
      "bodyPlaces": readonly ("jaw_or_face" | "neck_and_shoulders" | "chest_or_breath" | "stomach" | "hands_or_legs" | "nowhere_clear")[];
      "racingWhen": "on_waking" | "while_working" | "in_bed" | "all_day";
      "restEffect": "better_for_a_while" | "just_as_tired" | "restless" | "far_away";
      "overloadSince": "few_weeks" | "few_months" | "over_a_year" | "comes_and_goes";
      "settleTrouble": number;
      "drains": readonly ("pressure_at_work" | "constant_messages" | "caring_for_others" | "noise_and_crowds" | "conflict" | "worry_about_money" | "hard_to_say")[];
      "sleepHours": number;
      "underPressure": "push_through" | "think_in_circles" | "snap_or_rush" | "go_blank" | "please_everyone" | "take_a_pause";
      "lastCalm": "today_or_yesterday" | "this_week" | "weeks_ago" | "cannot_remember";
      "wantInstead": "loose_body" | "quiet_head" | "steady_energy" | "more_patience" | "feeling_present" | "better_nights";
      "quietTime": "early_morning" | "midday" | "after_work" | "in_bed" | "it_varies";
    };
    variable: "tension" | "racing" | "exhaustion" | "withdrawal" | "strongest";
    outcome: "gone_quiet" | "low_battery" | "fast_mind" | "on_guard" | "early_signs";
    goal: "wizard_start_nervous" | "wizard_second_step_nervous" | "wizard_finish_nervous";
    variants: {
      "explanation": "facts" | "picture";
    };
  };
  "self-confidence": {
    locale: "en" | "es";
    step: "welcome" | "hardest_moment" | "inside_voice" | "voice_note" | "reactions" | "doubt_days" | "area" | "work_scene" | "people_scene" | "own_scene" | "self_trust" | "small_proof" | "compliment" | "praise_note" | "strength" | "wish" | "moment" | "analyzing";
    answers: {
      "hardestMoment": "after_mistake" | "speaking_in_group" | "seeing_others" | "being_judged" | "new_people" | "rarely";
      "insideVoice": "do_better" | "stay_safe" | "others_ahead" | "earn_it" | "be_fine";
      "reactions": readonly ("replay" | "stay_quiet" | "put_off" | "look_around" | "overprepare" | "none_of_these")[];
      "doubtDays": number;
      "area": "work" | "people" | "myself";
      "workScene": "one_remark" | "idea_unsaid" | "others_know_more" | "never_finished" | "mostly_fine";
      "peopleScene": "what_i_said" | "say_yes" | "less_interesting" | "be_useful" | "mostly_fine";
      "ownScene": "flaws_first" | "wishes_unsaid" | "behind_in_life" | "guilty_rest" | "mostly_fine";
      "selfTrust": number;
      "gotThrough": string;
      "compliment": "not_meant" | "change_subject" | "someone_better" | "keep_it_up" | "enjoy";
      "strength": "good_ear" | "ideas" | "calm" | "humor" | "reliable" | "dont_know";
      "wish": "move_on" | "speak_freely" | "own_pace" | "be_enough" | "enter_at_ease";
      "moment": "morning" | "midday" | "after_work" | "before_sleep" | "varies";
    };
    variable: "critic" | "silence" | "comparing" | "proving" | "top" | "doubt";
    outcome: "harsh_voice" | "held_back" | "measuring" | "earning" | "many_sides" | "steady_base";
    goal: "wizard_start_confidence" | "wizard_second_step_passed_confidence" | "wizard_finish_confidence";
    variants: {
    };
  };
  "sleep-issues": {
    locale: "en" | "es";
    step: "welcome" | "trouble" | "awake_for" | "shift_pattern" | "hours" | "fact_cycles" | "fact_effort" | "evening_habits" | "caffeine_note" | "lights_out" | "bedtime_tension" | "bedtime" | "next_day" | "how_long" | "doctor_note" | "wish" | "listen_when" | "analyzing";
    answers: {
      "trouble": "falling_asleep" | "waking_at_night" | "waking_early" | "unrefreshed" | "shift_work" | "sleeping_fine";
      "awakeFor": "under_20" | "under_45" | "about_an_hour" | "longer";
      "shiftPattern": "rotating" | "mostly_nights" | "early_starts" | "on_call";
      "hours": number;
      "eveningHabits": readonly ("late_caffeine" | "screen_in_bed" | "busy_until_late" | "nightcap" | "late_meal" | "dozing" | "none_of_these")[];
      "lightsOut": "replay_day" | "plan_tomorrow" | "bigger_worries" | "watch_clock" | "tense_body" | "drift_off";
      "bedtimeTension": number;
      "bedtime": "early" | "before_midnight" | "after_midnight" | "changes";
      "nextDay": readonly ("energy" | "patience" | "focus" | "good_mood" | "company" | "not_much")[];
      "howLong": "few_nights" | "few_weeks" | "few_months" | "longer";
      "wish": "fall_asleep_easily" | "drift_off_again" | "wake_rested" | "own_evenings" | "clear_days";
      "listenWhen": "in_bed" | "before_bed" | "after_work" | "at_night" | "varies";
    };
    variable: "score" | "rhythm" | "body" | "mind" | "strain" | "debt" | "alertness";
    outcome: "shifting_clock" | "short_nights" | "busy_nights" | "tense_nights" | "well_kept" | "unsettled";
    goal: "wizard_start_sleep" | "wizard_second_step_passed_sleep" | "wizard_finish_sleep";
    variants: {
      "night_fact": "cycles" | "effort";
    };
  };
}
