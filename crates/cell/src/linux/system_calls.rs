//! Seccomp: calls of the system that a bot cannot make.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, apply_filter,
};

/// Calls that fail as forbidden: sockets of every kind, a way to make calls without this filter, new rights,
/// mounts, other processes' memory, and keys and devices of the system. Pairs of connected sockets, by
/// which runtimes speak to their own children, stay.
const FORBIDDEN: [libc::c_long; 29] = [
    libc::SYS_socket,
    libc::SYS_io_uring_setup,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_mount_setattr,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_open_by_handle_at,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_reboot,
];

/// The bit that marks calls by a second table of x86-64, which few systems have.
const SECOND_TABLE: libc::c_long = 0x4000_0000;

/// Keeps this process and its children from the calls. Returns `false` where the filter is not known for
/// this processor.
///
/// # Errors
/// When the system has no filters.
pub fn restrict_system_calls() -> Result<bool, Error> {
    let Ok(processor) = std::env::consts::ARCH.try_into() else { return Ok(false) };
    let with_errno = |rules, number: i32| -> Result<BpfProgram, Error> {
        let action = SeccompAction::Errno(number.unsigned_abs());
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, action, processor)?;
        Ok(filter.try_into()?)
    };
    let mut forbidden: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
    for call in FORBIDDEN {
        forbidden.insert(call, Vec::new());
        if cfg!(target_arch = "x86_64") {
            forbidden.insert(call | SECOND_TABLE, Vec::new());
        }
    }
    forbidden.insert(libc::SYS_clone, vec![new_user_namespace()?]);
    // Its flags lie in memory, where no filter sees them: C libraries take `clone` where this call is missing.
    let missing = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    apply_filter(&with_errno(forbidden, libc::EPERM)?)?;
    apply_filter(&with_errno(missing, libc::ENOSYS)?)?;
    Ok(true)
}

/// Returns the rule for a new process with rights of an administrator in a namespace of its own.
fn new_user_namespace() -> Result<SeccompRule, Error> {
    let flag = u64::from(libc::CLONE_NEWUSER.unsigned_abs());
    let condition = SeccompCondition::new(0, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(flag), flag);
    SeccompRule::new(vec![condition.map_err(Error::Backend)?]).map_err(Error::Backend)
}
