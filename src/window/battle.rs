//! The screen of a battle: the board, with panels around it.

use super::battle_screen::{BattleScreen, Command, Leave, Tab};
use super::panels::{self, Memory};
use super::theme::Looks;
use egui::Ui;

/// The screen of a battle.
pub struct Battle {
    /// The battle, and what a person does with it.
    pub screen: BattleScreen,
    memory: Memory,
}

impl Battle {
    /// A screen that shows a battle.
    pub fn new(screen: BattleScreen) -> Self {
        Self {
            screen,
            memory: Memory::default(),
        }
    }

    /// Draws the screen; where to go, if anywhere.
    pub fn show(&mut self, ui: &mut Ui, looks: &mut Looks) -> Option<Leave> {
        self.screen.go_on(ui, looks);
        self.screen.keys(ui, looks);
        if let (Tab::Why, Some(choice)) = (
            self.screen.panels.tab,
            self.screen.reasons.choice(&self.screen.course),
        ) {
            self.screen.reasons.find(&self.screen.course, choice);
        }
        let (screen, memory) = (&self.screen, &mut self.memory);
        let mut commands = Vec::new();
        panels::top(ui, screen, &mut commands);
        panels::bottom(ui, screen, looks, &mut commands);
        panels::side(ui, screen, memory, &mut commands);
        let tray = panels::tray(ui, screen, &mut commands);
        self.screen.pane.tray = tray;
        self.carry_out(ui, commands);
        egui::CentralPanel::default()
            .frame(egui::Frame::NONE)
            .show(ui, |ui| self.screen.board(ui, looks));
        let mut commands = Vec::new();
        panels::windows(ui, &self.screen, &mut commands);
        self.carry_out(ui, commands);
        self.screen.take_leave()
    }

    fn carry_out(&mut self, ui: &Ui, commands: Vec<Command>) {
        if !commands.is_empty() {
            // the panels show what came of them
            ui.ctx().request_repaint();
        }
        for command in commands {
            self.screen.carry_out(command);
        }
    }
}
