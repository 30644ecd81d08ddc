//! Weather in a battle: the state of the turn, and what it makes of the ground.

use hotgates_rules::{Ruleset, WeatherId, WeatherState};

use crate::battle::Battle;

impl Battle {
    /// Returns the weather of this turn, or its time of day; `None` where the rules have none.
    ///
    /// ```
    /// use hotgates_engine::{Battle, Dice, MapFile, Order, Scenario, parse_ron};
    ///
    /// let map = MapFile::from_ron(r##"(
    ///     name: "A night",
    ///     rows: ["..........", "#........."],
    ///     red: (units: [(type: "infantry", at: (9, 0))]),
    ///     blue: (units: [(type: "infantry")]),
    /// )"##)?;
    /// let mut scenario = Scenario::classic(map);
    /// let states = r#"[(name: "day"), (name: "night", costs: {"grass": 1500})]"#;
    /// scenario.rules.options.weather = parse_ron(&format!("Some((states: {states}, schedule: [\"day\", \"night\"]))"))?;
    /// let mut battle = Battle::from_scenario(&scenario).expect("a sound scenario");
    /// let seen = |battle: &Battle| battle.weather().map(|state| state.name.clone());
    /// assert_eq!(seen(&battle).as_deref(), Some("day"));
    /// for _ in 0..2 {
    ///     battle.act(Order::EndTurn, &mut Dice::new(1), &mut Vec::new()).expect("a turn may be ended");
    /// }
    /// assert_eq!(seen(&battle).as_deref(), Some("night"));
    /// # Ok::<(), hotgates_engine::Fault>(())
    /// ```
    pub fn weather(&self) -> Option<&WeatherState> {
        let rule = self.rules().options.weather.as_ref()?;
        rule.states.get(self.weather_id().index())
    }

    /// Returns the weather of a turn, as far as it is known now: that of this turn, and later ones where the
    /// rules have a schedule.
    pub fn weather_of_turn(&self, turn: u32) -> Option<&WeatherState> {
        if turn == self.turn() {
            return self.weather();
        }
        let rule = self.rules().options.weather.as_ref()?;
        rule.states.get(rule.scheduled(turn)?.index())
    }

    /// Returns the number of the weather of this turn; the first where there is none.
    pub(super) fn weather_id(&self) -> WeatherId {
        self.extra.as_ref().map(|extra| extra.weather).unwrap_or_default()
    }

    /// Returns the rules with the costs and the sight of this turn's weather.
    pub(super) fn rules_of_ground(&self) -> &Ruleset {
        let weather = self.arena.weathers.get(self.weather_id().index());
        weather.map_or(&self.arena.rules, |(rules, _)| rules)
    }

    /// Returns what the weather adds to the situation of fire from afar, in ‰.
    pub(super) fn situation_of_fire(&self) -> i32 {
        self.weather().map_or(0, WeatherState::situation_of_fire)
    }
}
