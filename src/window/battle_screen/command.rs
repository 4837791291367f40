//! Commands: every click in a panel becomes one.

use super::super::message::Message;
use super::super::{link, platform};
use super::{Automatic, BattleScreen, Leave, Tab, Tool};
use crate::battle::{Answer, Fig, Place, Side};
use crate::board::Space;

/// A click in a panel.
pub enum Command {
    /// To leave the screen.
    Leave(Leave),
    /// To see the keys, or no longer.
    ShowHelp(bool),
    /// A link that opens this battle.
    CopyLink,
    /// A link that shows this battle with all its moves.
    CopyRecordLink,
    /// A copy of the record.
    ExportRecord,
    /// To be asked whether one gives up.
    AskToGiveUp,
    /// Whether one gives up.
    GiveUp(bool),
    /// The keys in a file.
    SaveKeys,
    /// A part of the right panel.
    ShowTab(Tab),
    /// To answer the question.
    Answer(Answer),
    /// Nothing more in this step.
    Done,
    /// To take back the last answer.
    Undo,
    /// The next figure that can act.
    NextFigure,
    /// To place this figure next.
    PlaceNext(Fig),
    /// The computer's advice.
    Advise,
    /// This choice of the advice.
    LookAtHint(usize),
    /// The computer to play one figure.
    PlayOne,
    /// The computer to play the rest of the step.
    PlayRest,
    /// The computer to play to the end.
    PlayOut,
    /// The computer to stop.
    Stop,
    /// To skip the animation.
    Skip,
    /// A tool, or no tool if it is in use.
    Toggle(Tool),
    /// Which questions get their default answer without being asked.
    Automatic(Automatic),
    /// The next die shows this face.
    TypeFace(u8),
    /// The dice are as typed.
    ConfirmFaces,
    /// To type all dice again.
    ClearFaces,
    /// To write the record again.
    TryRecordAgain,
    /// To play on without a record.
    PlayUnrecorded,
    /// To see where a figure stands.
    Find(Fig),
    /// A figure in the tray was clicked.
    ClickOff(Fig),
    /// The mouse is over a figure in the tray, or over none.
    PointOff(Option<Fig>),
    /// Something about a battle that is watched.
    Watch(Watch),
    /// Something about a battle that is over.
    Result(AtResult),
}

/// A click in the panels of a watched battle.
pub enum Watch {
    /// To play or pause what is watched.
    PlayOrPause,
    /// To pause at the state after so many answers.
    PauseAt(usize),
    /// The state after so many answers, without a pause.
    Jump(usize),
    /// The next answer alone.
    Step,
    /// Losses and goals that have not been shown on the board, or no longer.
    ShowAhead(bool),
    /// To play a side from here on.
    TakeOver(Side),
    /// The reasons of a choice.
    LookAtChoice(usize),
    /// The place in the battle of a line of the log: its answer, and where it happened.
    LookAtLine(usize, Option<Space>),
}

/// A click in the window with the result.
pub enum AtResult {
    /// The report as a file.
    SaveReport,
    /// A picture of the board as a file.
    SavePicture,
    /// The result put away.
    CloseResult,
    /// To look at the board after the end.
    LookAtBoard,
}

impl BattleScreen {
    /// Carries out a command.
    pub fn carry_out(&mut self, command: Command) {
        match command {
            Command::Leave(leave) => self.go(leave),
            Command::ShowHelp(shown) => self.panels.help = shown,
            Command::CopyLink => {
                platform::take_link(&link::of(&self.course.setup));
                let copied = "The link is copied: it opens this battle from its beginning.";
                self.message = Some(Message::Done(copied.to_owned()));
            }
            Command::CopyRecordLink => self.message = Some(self.course.copy_record_link().into()),
            Command::ExportRecord => self.message = Some(self.course.export_record().into()),
            Command::AskToGiveUp => self.panels.giving_up = self.can_give_up(),
            Command::GiveUp(sure) => self.give_up(sure),
            Command::SaveKeys => {
                let kept = self.keys.store();
                self.message = Some(kept.map(|path| format!("The keys are in {path}.")).into());
            }
            Command::ShowTab(tab) => self.panels.tab = tab,
            Command::Answer(answer) => self.answer(answer, None),
            Command::Done => self.done(),
            Command::Undo => self.undo(),
            Command::NextFigure => self.next_figure(false),
            Command::PlaceNext(who) => self.selection.chosen = Some(who),
            Command::Advise => self.advise(),
            Command::LookAtHint(n) => self.look_at_hint(n),
            Command::PlayOne => self.play_one(),
            Command::PlayRest => self.play_rest(),
            Command::PlayOut => self.play_out(),
            Command::Stop => {
                self.stop();
            }
            Command::Skip => self.course.player.skip(&self.course.history),
            Command::Toggle(tool) => self.toggle(tool),
            Command::Automatic(automatic) => self.turn.automatic = automatic,
            Command::TypeFace(face) => self.type_face(face),
            Command::ConfirmFaces => {
                if let Some(faces) = self.turn.rolled() {
                    self.answer(faces, None);
                }
            }
            Command::ClearFaces => self.turn.clear_faces(),
            Command::TryRecordAgain => {
                if let Some(session) = &mut self.course.session {
                    session.try_again();
                }
            }
            Command::PlayUnrecorded => {
                if let Some(session) = &mut self.course.session {
                    session.unrecorded();
                }
            }
            Command::Find(who) => self.find(who),
            Command::ClickOff(who) => self.click_off(who),
            Command::PointOff(who) => self.pointer.set_off(who),
            Command::Watch(watch) => self.carry_out_watch(watch),
            Command::Result(result) => self.carry_out_result(result),
        }
    }

    /// The side that can give up now.
    pub fn can_give_up(&self) -> Option<Side> {
        self.course.can_give_up(self.turn.who())
    }

    fn find(&mut self, who: Fig) {
        self.choose(Some(who));
        let game = self.course.game();
        if game.place(who) == Place::On {
            let at = game.at(who);
            self.flash(at);
        }
    }

    fn carry_out_watch(&mut self, watch: Watch) {
        match watch {
            Watch::PlayOrPause => self.play_or_pause(),
            Watch::PauseAt(to) => {
                self.course.player.playing = false;
                self.jump(to);
            }
            Watch::Jump(to) => self.jump(to),
            Watch::Step => {
                self.course.player.playing = false;
                self.course.player.step(&self.course.history);
            }
            Watch::ShowAhead(ahead) => self.panels.ahead = ahead,
            Watch::TakeOver(side) => {
                if let Err(error) = self.take_over(side) {
                    self.refuse(error);
                }
            }
            Watch::LookAtChoice(i) => self.reasons.look_at(Some(i)),
            Watch::LookAtLine(i, at) => {
                if !self.is_played() {
                    // a watched battle goes back to it
                    self.course.player.playing = false;
                    self.jump(i + 1);
                }
                let choice = self.course.choice_before(i + 1);
                self.reasons.look_at(choice);
                if let Some(at) = at {
                    self.flash(at);
                }
            }
        }
    }

    fn carry_out_result(&mut self, result: AtResult) {
        match result {
            AtResult::SaveReport => {
                self.message = Some(self.save_report().into());
            }
            AtResult::SavePicture => self.want_picture(),
            AtResult::CloseResult => self.panels.end_seen = true,
            AtResult::LookAtBoard => {
                self.panels.end_seen = true;
                // where a file was put has been read
                self.message = None;
            }
        }
    }
}
